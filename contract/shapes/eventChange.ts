import { z } from "zod";

const headChange = z
  .object({
    what: z.enum(["name", "time", "place"]),
    before: z.string(),
    after: z.string(),
    /** Only if `what` is `time`: the event begins on another local day. */
    isOtherDay: z.literal(true).optional(),
  })
  .meta({ id: "HeadChange" });
/** A change to tell: the text that people were told before, and the present text. A place may be empty. */
export type HeadChange = z.infer<typeof headChange>;

/** The changes to tell, and the mail as it is read. */
export const changeToTell = z
  .object({
    /** As the largest group of recipients reads them; others may have been told another text before. */
    changes: z.array(headChange),
    /** The addresses that get the mail: of buyers, guests and sponsors from before the change. */
    recipients: z.number().int(),
    subject: z.string(),
    /** The mail as HTML, without a reader's name. */
    html: z.string(),
    /** Mails queued by this call; 0 for a dry run. */
    sent: z.number().int(),
  })
  .meta({ id: "ChangeToTell" });
export type ChangeToTell = z.infer<typeof changeToTell>;
