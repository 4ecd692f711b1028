/** This mail server accepts every mail, and reports their number when asked. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

let mailCount = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.once("end", () => {
      mailCount += 1;
      done();
    });
  },
});
server.listen(0, "127.0.0.1", () => process.send!((server.server.address() as AddressInfo).port));
process.on("message", () => process.send!(mailCount));
process.once("disconnect", () => process.exit());
