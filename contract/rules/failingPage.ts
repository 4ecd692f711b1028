/** The most failing mails, jobs or sign-ins in one reply to the super user. */
export const failingPageSize = 50;
