/** The largest pictures that Foyer accepts (docs/product.md §5). */
const bytesPerMb = 1024 * 1024;

/** A picture that staff upload, in MB. */
export const maxPictureMb = 10;
/** A picture that staff upload, in bytes. */
export const maxPictureBytes = maxPictureMb * bytesPerMb;

/** A sponsor's logo, in MB. */
export const maxLogoMb = 2;
/** A sponsor's logo, in bytes. */
export const maxLogoBytes = maxLogoMb * bytesPerMb;
