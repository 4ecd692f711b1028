/** The largest pictures that Foyer accepts, in bytes and megabytes. */
const bytesPerMb = 1024 * 1024;

/** The largest picture that staff may upload, in megabytes. */
export const maxPictureMb = 10;
/** The same in bytes. */
export const maxPictureBytes = maxPictureMb * bytesPerMb;

/** The largest logo that a sponsor may upload, in megabytes. */
export const maxLogoMb = 2;
/** The same in bytes. */
export const maxLogoBytes = maxLogoMb * bytesPerMb;
