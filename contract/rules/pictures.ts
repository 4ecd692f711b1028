/** The largest pictures that Foyer accepts (docs/product.md §5). */
const bytesPerMb = 1024 * 1024;

/** A picture that staff upload. */
export const maxPictureMb = 10;
/** The same in bytes. */
export const maxPictureBytes = maxPictureMb * bytesPerMb;

/** A sponsor's logo. */
export const maxLogoMb = 2;
/** The same in bytes. */
export const maxLogoBytes = maxLogoMb * bytesPerMb;
