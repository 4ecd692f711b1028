/** The most sign-ins, failing mails or failing jobs in one reply to the super user. */
export const failingPageSize = 50;
