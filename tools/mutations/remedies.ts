// The remedies of faults that were found by attacking Foyer, and the defences against the abuse of docs/security.md.
// `npm run mutate -- --remedies` reverts them one at a time. At least one of the listed tests must then fail.
import type { Mutation } from "./mutations.ts";

/** One edit that reverts a remedy. A fault with several remedies has an entry for each. */
export type Remedy = {
  /** The row of docs/security.md: S-C1 for a fault that was found, A1 for a kind of abuse. */
  id: string;
  file: string;
  /** A part of the remedy. The file contains it exactly once. */
  text: string;
  /** The text before the remedy, or the shortest text with the same effect. */
  before: string;
  /** At least one of these tests must fail after the edit. */
  tests: string[];
};

export const remedies: Remedy[] = [
  // Critical
  {
    id: "S-C1",
    file: "tools/start.ts",
    text: 'logger: log, skip: ["unhandledRejection"] }',
    before: "logger: log }",
    tests: ["test/crash.test.ts"],
  },
  {
    id: "S-C2",
    file: "server/spreadsheets/readWork.ts",
    text: "if (textBytes > maxTextBytes)",
    before: "if (textBytes < 0)",
    tests: ["server/spreadsheets/readSheet.test.ts"],
  },
  {
    id: "S-C2",
    file: "server/spreadsheets/zipParts.ts",
    text: "if (totalBytes > zipLimits.inflatedBytes)",
    before: "if (totalBytes < 0)",
    tests: ["server/spreadsheets/readSheet.test.ts"],
  },
  {
    id: "S-C2",
    file: "server/spreadsheets/zipParts.ts",
    text: "if (uncompressedSize > Math.max(smallBytes, compressedSize * zipLimits.ratio))",
    before: "if (uncompressedSize < 0)",
    tests: ["server/spreadsheets/readSheet.test.ts"],
  },
  {
    id: "S-C2",
    file: "server/routes/registration/bulkImportAttendee.ts",
    text: "if (runningImports.has(clubId))",
    before: "if (false)",
    tests: ["server/people/import/tests/importPeople.test.ts"],
  },

  // High
  {
    id: "S-H1",
    file: "server/media/pictureCost.ts",
    text: "if (cost.scans > mostCost.scans || cost.scans * pixels > mostCost.scannedPixels)",
    before: "if (false)",
    tests: ["server/media/hostilePictures.test.ts"],
  },
  {
    id: "S-H1",
    file: "server/media/storeImage.ts",
    text: "isVisitorUpload ? pictureQueues.visitors : pictureQueues.staff",
    before: "pictureQueues.staff",
    tests: ["server/media/hostilePictures.test.ts", "server/routes/sponsorship/logo.test.ts"],
  },
  {
    id: "S-H1",
    file: "server/media/storeImage.ts",
    text: "isVisitorUpload ? maxLogoPixels : maxPixels",
    before: "maxPixels",
    tests: ["server/media/hostilePictures.test.ts", "server/routes/sponsorship/logo.test.ts"],
  },
  {
    id: "S-H1",
    file: "server/processes/limitedChild.ts",
    text: 'else if (user + system > limits.cpuMs * 1000) end("time");',
    before: "",
    tests: ["server/processes/limitedProcess.test.ts"],
  },
  {
    id: "S-H2",
    file: "server/http/requestTarget.ts",
    text: 'return isOurs && url.username === "" && url.password === "" ? url : null;',
    before: "return url;",
    tests: ["server/http/pages/pages.test.ts", "server/http/tests/malformed.test.ts"],
  },
  {
    id: "S-H2",
    file: "web/server.tsx",
    text: "new Request(origin + read(url).address, originalRequest)",
    before: "originalRequest",
    tests: ["web/server.test.tsx", "test/keptPages.test.ts"],
  },
  {
    id: "S-H3",
    file: "tools/start.ts",
    text: "...(config.production ? await demoPasswordProblems(db) : [])",
    before: "",
    tests: ["tools/start.test.ts"],
  },
  {
    id: "S-H3",
    file: "server/config.ts",
    text: "...(isLoopback(host)",
    before: "...(true",
    tests: ["server/tests/config.test.ts", "tools/start.test.ts"],
  },

  // Medium
  {
    id: "S-M1",
    file: "web/guard.ts",
    text: "allowedTarget(backendRedirectUrl, origin, redirectOrigins)",
    before: "allowedTarget(backendRedirectUrl, url.origin, redirectOrigins)",
    tests: ["web/guard.test.ts"],
  },
  {
    id: "S-M2",
    file: "server/http/pages/pages.ts",
    text: "render: () => renderPage(request, new Request(ownOrigin + address), scheme, fetch),",
    before: "render: () => renderPage(request, new Request(addressOf(request.url)), scheme, fetch),",
    tests: ["server/http/pages/pages.test.ts", "test/keptPages.test.ts"],
  },
  {
    id: "S-M3",
    file: "server/http/client.ts",
    text: 'if (bytes.length === 4) return bytes.join(".");',
    before: "return address;",
    tests: ["server/http/tests/client.test.ts", "test/attacks/whoAClientIs.test.ts"],
  },
  {
    id: "S-M3",
    file: "server/accounts/secondFactor/secondFactorLimit.ts",
    text: "if (retryAfterSeconds !== null) {",
    before: "if (false) {",
    tests: ["test/attacks/signIn.test.ts"],
  },
  {
    id: "S-M3",
    file: "server/accounts/backOff.ts",
    text: "if (state.lanesOfClient >= mostLanesOfClient)",
    before: "if (false)",
    tests: ["test/attacks/signIn.test.ts"],
  },
  {
    id: "S-M4",
    file: "server/holds/decideClient.ts",
    text: "if (held === 0 || held + places <= clientLimit(left)) return null;",
    before: "return null;",
    tests: ["test/attacks/hoarding.test.ts", "server/holds/tests/decideClient.test.ts"],
  },
  {
    id: "S-M5",
    file: "server/holds/freeMails.ts",
    text: "ownLimits.find((limit) => sum(limit) >= limit.most)",
    before: "ownLimits.find(() => false)",
    tests: ["test/attacks/mailBombing.test.ts"],
  },
  {
    id: "S-M5",
    file: "server/mail/transport.ts",
    text: "to: { name: nameWithoutLinks(oneLine(message.to.name)),",
    before: "to: { name: oneLine(message.to.name),",
    tests: ["test/attacks/mailBombing.test.ts", "server/mail/transport.test.ts"],
  },
  {
    id: "S-M6",
    file: "server/routes/files/downloads.ts",
    text: "if (readers.has(reader))",
    before: "if (false)",
    tests: ["test/attacks/slowClients.test.ts"],
  },
  {
    id: "S-M6",
    file: "server/http/timeouts.ts",
    text: "raw.socket.setTimeout(replyMs);",
    before: "",
    tests: ["test/attacks/slowClients.test.ts"],
  },
  {
    id: "S-M7",
    file: "server/http/timeouts.ts",
    text: "boundBody(request.raw, bodyMs);",
    before: "{}",
    tests: ["test/attacks/slowClients.test.ts"],
  },
  {
    id: "S-M7",
    file: "server/http/timeouts.ts",
    text: "const end = setTimeout(() => http.server.closeAllConnections(), maxMs);",
    before: "const end = setTimeout(() => {}, maxMs);",
    tests: ["test/attacks/slowClients.test.ts"],
  },
  {
    id: "S-M8",
    file: "server/db/pulse.ts",
    text: "for (const socket of sockets) socket.destroy(new DatabaseSilent());",
    before: "",
    tests: ["server/db/tests/pulse.test.ts"],
  },
  {
    id: "S-M8",
    file: "server/http/pages/pagesCache.ts",
    text: "return { rendered: await good.copy(ageMs), good };",
    before: "return { rendered, good };",
    tests: ["server/http/pages/pagesCache.test.ts"],
  },
  {
    id: "S-M9",
    file: "server/checkout/declines.ts",
    text: "if (payer !== null && (await isPaused(db, payer, now))) throw pausedRefusal(pauseSeconds);",
    before: "",
    tests: ["test/attacks/cardTesting.test.ts"],
  },
  {
    id: "S-M9",
    file: "server/checkout/declines.ts",
    text: "if (retryAfterSeconds !== undefined) {",
    before: "if (false) {",
    tests: ["test/attacks/cardTesting.test.ts"],
  },
  {
    id: "S-M10",
    file: "server/accounts/hashQueue.ts",
    text: "const queue = source.knownAccount === null ? strangers : known;",
    before: "const queue = strangers;",
    tests: ["test/attacks/signIn.test.ts", "server/accounts/tests/signIn.test.ts"],
  },
  {
    id: "S-M11",
    file: "server/db/databaseClock.ts",
    text: "const nowMs = () => forwardMs() + offset;",
    before: "const nowMs = () => nodeMs();",
    tests: ["server/db/tests/databaseClock.test.ts"],
  },
  {
    id: "S-M11",
    file: "server/main.ts",
    text: "clock: clock.now,\n      clockCheck: clock.trouble,",
    before: "clockCheck: clock.trouble,",
    tests: ["server/tests/main.test.ts"],
  },

  // Low
  {
    id: "S-L1",
    file: "server/db/migrate.ts",
    text: "if (options.allowNewer !== true) await refuseNewer(client, ours);",
    before: "",
    tests: ["server/db/tests/migrate.test.ts"],
  },
  {
    id: "S-L2",
    file: "server/http/loggedPath.ts",
    text: "return uuid.test(segment) || key.test(segment);",
    before: "return false;",
    tests: ["server/http/tests/loggedPath.test.ts"],
  },
  {
    id: "S-L2",
    file: "server/http/loggedPath.ts",
    text: '(isDoor && index > 1 && segment !== "")',
    before: "false",
    tests: ["server/http/tests/loggedPath.test.ts"],
  },
  {
    id: "S-L3",
    file: "contract/rules/csv.ts",
    text: String.raw`(^|[,;|\t\r\n\v\f\u0085\u2028\u2029])`,
    before: "(^)",
    tests: ["contract/rules/tests/csv.test.ts"],
  },
  {
    id: "S-L4",
    file: "web/door/signOutHere.ts",
    text: "if (doors.length > 0)",
    before: "if (false)",
    tests: ["web/pages/auth/Signout.test.ts"],
  },
  {
    id: "S-L5",
    file: "server/http/openapi/openapi.ts",
    text: '.headers({ "content-security-policy": readerPolicy(String(headers["content-type"]), rawPayload) })',
    before: "",
    tests: ["server/http/openapi/openapi.test.ts"],
  },
  {
    id: "S-L5",
    file: "server/config.ts",
    text: '(production ? "off" : "on")',
    before: '"on"',
    tests: ["server/tests/config.test.ts"],
  },
  {
    id: "S-L6",
    file: "server/accounts/register.ts",
    text: "if (factor !== undefined && factor.confirmed_at !== null)",
    before: "if (false)",
    tests: ["server/routes/auth/register.test.ts"],
  },
  {
    id: "S-L7",
    file: "server/checkout/sponsor.ts",
    text: "return found?.event_id === event.id && found.email?.toLowerCase() === email.toLowerCase();",
    before:
      'if (found?.event_id !== event.id || found.email?.toLowerCase() !== email.toLowerCase()) throw notFound("registration"); return true;',
    tests: ["server/routes/sponsorship/sponsors.test.ts"],
  },
  {
    id: "S-L8",
    file: "server/mail/outbox.ts",
    text: "await mkdir(dir, { recursive: true, mode: 0o700 });",
    before: "await mkdir(dir, { recursive: true });",
    tests: ["server/mail/transport.test.ts"],
  },
  {
    id: "S-L8",
    file: "server/mail/outbox.ts",
    text: "await writeFile(temporaryPath, source, { mode: 0o600 });",
    before: "await writeFile(temporaryPath, source);",
    tests: ["server/mail/transport.test.ts"],
  },
  {
    id: "S-L8",
    file: "server/main.ts",
    text: "mkdirSync(dataDir, { recursive: true, mode });",
    before: "mkdirSync(dataDir, { recursive: true });",
    tests: ["server/tests/main.test.ts"],
  },
  {
    id: "S-L9",
    file: "server/http/requestTarget.ts",
    text: "const url = URL.parse(target, origin);",
    before: "const url = new URL(target, origin);",
    tests: ["server/http/pages/pages.test.ts", "server/http/tests/malformed.test.ts"],
  },
  {
    id: "S-L10",
    file: "server/routes/health/ready.ts",
    text: 'if (!(await writeCheck())) degraded.push("sales");',
    before: "",
    tests: ["server/db/tests/writeCheck.test.ts"],
  },
  {
    id: "S-L11",
    file: "server/db/embedded.ts",
    text: "url = addressOf(owner.user, owner.password, databaseName);",
    before: "url = addressOf(clusterUser, password, databaseName);",
    tests: ["server/db/embedded/owner.test.ts"],
  },
  {
    id: "S-L12",
    file: "server/config.ts",
    text: "return isUrlGiven\n      ?",
    before: "return true\n      ?",
    tests: ["server/tests/config.test.ts", "tools/start.test.ts"],
  },
  {
    id: "S-L13",
    file: "server/payments/stripeErrors.ts",
    text: "withTimeLimit(withinMs, () => attempt(ask))",
    before: "attempt(ask)",
    tests: ["server/payments/tests/stripeHttp.test.ts", "server/payments/tests/stripe.test.ts"],
  },
  {
    id: "S-L14",
    file: "server/payments/stripeWebhook.ts",
    text: "if (signedAt(signature).some((seconds) => seconds > now.getTime() / 1000 + toleranceSeconds))",
    before: "if (false)",
    tests: ["server/payments/tests/stripeWebhook.test.ts"],
  },

  // Performance
  {
    id: "S-P1",
    file: "server/mailer/mailer.ts",
    text: "lowerPriority(newChild);",
    before: "",
    tests: ["server/mailer/mailer.test.ts"],
  },
  {
    id: "S-P1",
    file: "server/mailer/mailerProcess.ts",
    text: "if (stopped === undefined) cpuShare.giveWay(order.shopIsBusy);",
    before: "",
    tests: ["server/mailer/mailer.test.ts"],
  },
  {
    id: "S-P2",
    file: "server/mail/mail.ts",
    text: "const outcome = await handOver({ mail, message: await compose(mail) });",
    before:
      "const message = await db.transaction().execute(() => compose(mail)); const outcome = await handOver({ mail, message });",
    tests: ["server/mail/mail.test.ts"],
  },
  {
    id: "S-P3",
    file: "server/app.ts",
    text: "if (request.raw instanceof IncomingMessage && !isHealthy)",
    before: "if (request.raw instanceof IncomingMessage)",
    tests: ["server/http/tests/requestLog.test.ts"],
  },
  {
    id: "S-P4",
    file: "server/db/rowRange.ts",
    text: "return rowsAfter < offset",
    before: "return false",
    tests: ["server/orders/listed.test.ts"],
  },
  {
    id: "S-P4",
    file: "server/orders/listed.ts",
    text: "return usesRegistration\n    ?",
    before: "return true\n    ?",
    tests: ["server/orders/listed.test.ts"],
  },
  {
    id: "S-P5",
    file: "server/mail/mail.ts",
    text: "{ maxSize: maxTogether, concernsAll: () => true },",
    before: "{ maxSize: 1, concernsAll: () => true },",
    tests: ["server/mail/mail.test.ts"],
  },
  {
    id: "S-P6",
    file: "server/people/import/importRows.ts",
    text: "lower(r.email) = given.email and",
    before: "lower(r.email) || '' = given.email and",
    tests: ["server/people/import/tests/importRows.test.ts"],
  },

  // Five features that could once be broken together without a failing test
  {
    id: "S-T1",
    file: "server/app.ts",
    text: 'trustProxy: typeof trusted === "number" ? (_address, hop) => hop < trusted : trusted,',
    before: "trustProxy: true,",
    tests: ["test/attacks/whoAClientIs.test.ts"],
  },
  {
    id: "S-T2",
    file: "server/app.ts",
    text: 'reply.header("x-content-type-options", "nosniff");',
    before: "",
    tests: ["server/http/tests/replyHeaders.test.ts"],
  },
  {
    id: "S-T2",
    file: "server/app.ts",
    text: 'reply.header("referrer-policy", "no-referrer");',
    before: "",
    tests: ["server/http/tests/replyHeaders.test.ts"],
  },
  {
    id: "S-T3",
    file: "server/main.ts",
    text: 'await listener.on("session_ended", (tokenHash) => app.services.sessions.forget(tokenHash ?? undefined));',
    before: "",
    tests: ["server/tests/endedElsewhere.test.ts"],
  },
  {
    id: "S-T3",
    file: "server/main.ts",
    text: 'await listener.on("door_ended", (tokenHash) => app.services.passes.forget(tokenHash ?? undefined));',
    before: "",
    tests: ["server/tests/endedElsewhere.test.ts"],
  },
  {
    id: "S-T4",
    file: "server/processes/limitedChild.ts",
    text: 'if (process.memoryUsage.rss() > limits.memoryMb * 2 ** 20) end("memory");\n  else if',
    before: "if",
    tests: ["server/processes/limitedProcess.test.ts"],
  },
  {
    id: "S-T5",
    file: "server/routes/files/downloads.ts",
    text: "if (inProgress >= maxAtOnce)",
    before: "if (false)",
    tests: ["test/attacks/slowClients.test.ts"],
  },
  {
    id: "S-T5",
    file: "server/routes/registration/bulkImportAttendee.ts",
    text: "if (runningImports.size >= maxAtOnce)",
    before: "if (false)",
    tests: ["server/people/import/tests/importPeople.test.ts"],
  },

  // Abuse
  {
    id: "A1",
    file: "server/http/calls.ts",
    text: 'if (access === "sudo" && bearer.user.role !== SUDO)',
    before: "if (false)",
    tests: ["test/access/calls.test.ts"],
  },
  {
    id: "A1",
    file: "server/http/access/own.ts",
    text: "return viewer !== null && (viewer.role === SUDO || viewer.clubId === clubId);",
    before: "return viewer !== null && clubId > 0;",
    tests: ["test/access/calls.test.ts"],
  },
  {
    id: "A1",
    file: "server/http/access/own.ts",
    text: "if (event === undefined || !isStaffOf(viewer, event.club_id)) throw notFound(rowName);",
    before: "if (event === undefined) throw notFound(rowName);",
    tests: ["test/access/files.test.ts"],
  },
  {
    id: "A2",
    file: "server/http/access/own.ts",
    text: "if (row === undefined || !isStaffOf(viewer, row.club_id)) throw notFound(rowName);",
    before:
      "if (row === undefined) throw notFound(rowName); if (!isStaffOf(viewer, row.club_id)) throw notFound('of yours');",
    tests: ["test/access/hidden.test.ts"],
  },
  {
    id: "A3",
    file: "server/http/access/own.ts",
    text: "if (viewer?.clubId) return viewer.clubId;",
    before: "if (viewer?.clubId && !clubId) return viewer.clubId;",
    tests: ["server/routes/event/tests/save.test.ts", "server/routes/sponsorship-package/save.test.ts"],
  },
  {
    id: "A4",
    file: "contract/scalars.ts",
    text: ".max(holdLimits.quantity,",
    before: ".max(10_000_000,",
    tests: ["server/checkout/tests/tampering.test.ts", "server/http/tests/malformed.test.ts"],
  },
  {
    id: "A7",
    file: "server/routes/registration/getRegistrationByEmail.ts",
    text: "await queueTicketLinks(db, query, clock());",
    before:
      "const tickets = await activeRegistrationsByEmail(db, query.eventId, query.email); if (tickets.length > 0) await queueTicketLinks(db, query, clock());",
    tests: ["server/routes/registration/getRegistrationByEmail.test.ts"],
  },
  {
    id: "A8",
    file: "server/accounts/backOff.ts",
    text: "return failures < firstSlowFailure",
    before: "return true",
    tests: ["server/accounts/tests/signIn.test.ts"],
  },
  {
    id: "A8",
    file: "server/accounts/passwords/ownPassword.ts",
    text: "{ session: attempt.session }",
    before: "{ client: attempt.session }",
    tests: ["test/attacks/signIn.test.ts"],
  },
  {
    id: "A8",
    file: "server/http/timeouts.ts",
    text: "await waitWhileConnected(raw, tooManyMs);",
    before: "",
    tests: ["test/attacks/askingAgainAtOnce.test.ts"],
  },
  {
    id: "A9",
    file: "server/accounts/passwords/ownPassword.ts",
    text: "await sessions.endAllOf(user.id, tx);",
    before: "",
    tests: ["server/routes/auth/profile.test.ts", "test/access/tokens.test.ts"],
  },
  {
    id: "A10",
    file: "server/events/richText.ts",
    text: "return sanitizeHtml(html, options).trim();",
    before: "return html.trim();",
    tests: ["server/routes/event/tests/storedScript.test.ts"],
  },
  {
    id: "A11",
    file: "web/lib/scriptJson.ts",
    text: String.raw`.replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? "")`,
    before: "",
    tests: ["web/lib/tests/scriptJson.test.ts"],
  },
  {
    id: "A13",
    file: "contract/rules/csv.ts",
    text: 'cell.replace(formulaStart, "$1\'")',
    before: "cell",
    tests: ["contract/rules/tests/csv.test.ts"],
  },
  {
    id: "A15",
    file: "server/events/saveEvent.ts",
    text: `if (isReservedSlug(slug))
    throw slugTaken("is reserved for a page of this site", await freeSlug(tx, slug, eventId));`,
    before: "",
    tests: ["server/routes/event/tests/save.test.ts"],
  },
  {
    id: "A17",
    file: "contract/rules/door/doorJudge.ts",
    text: 'if (signature === "bad") return "forged";',
    before: "",
    tests: ["contract/rules/door/doorJudge.test.ts"],
  },
  {
    id: "A18",
    file: "server/payments/stripeWebhook.ts",
    text: 'if (!isUtf8(rawBody)) throw new WebhookRefused("The delivery is not UTF-8");',
    before: "",
    tests: ["server/payments/tests/stripeWebhook.test.ts"],
  },
  {
    id: "A19",
    file: "server/http/pages/pages.ts",
    text: "if (isFromOtherSite(request)) throw new ForeignForm();",
    before: "",
    tests: ["server/http/pages/pages.test.ts"],
  },
  {
    id: "A20",
    file: "server/app.ts",
    text: "bodyLimit: 512 * 1024,",
    before: "bodyLimit: 512 * 1024 * 1024,",
    tests: ["server/http/tests/malformed.test.ts"],
  },
  {
    id: "A21",
    file: "server/db/searchWords.ts",
    text: String.raw`text.replaceAll(/[\\%_]/g,`,
    before: "text.replaceAll(/(?!)/g,",
    tests: ["server/people/tests/list.test.ts"],
  },
  {
    id: "A23",
    file: "contract/rules/questions/questions.ts",
    text: 'return chosen.every((text) => options.has(text)) ? null : "must be one of the options";',
    before: "return null;",
    tests: ["server/checkout/tests/tampering.test.ts"],
  },
  {
    id: "A24",
    file: "server/events/visible.ts",
    text: "if (event === undefined || !(event.is_active || isStaff(event.club_id)))",
    before: "if (event === undefined)",
    tests: ["test/access/hidden.test.ts"],
  },
  {
    id: "A26",
    file: "server/http/pages/pagesHeaders.ts",
    text: '"content-security-policy": contentPolicy(withStripe),',
    before: "",
    tests: ["server/http/pages/pages.test.ts"],
  },
  {
    id: "A26",
    file: "server/config.ts",
    text: "...(production ? findExposedFiles(dataDir) : []),",
    before: "",
    tests: ["server/tests/config.test.ts", "tools/start.test.ts"],
  },
  {
    id: "A27",
    file: "server/selfService/guest.ts",
    text: "presented!.answers.filter(({ questionId }) => !ofBuyer.has(questionId))",
    before: "presented!.answers",
    tests: ["server/selfService/guest.test.ts"],
  },
];

/** The edit in the file's source. @throws if the source does not contain the text exactly once. */
export function revertRemedy({ id, file, text, before }: Remedy, source: string): Mutation {
  const start = source.indexOf(text);
  if (start === -1 || source.includes(text, start + 1))
    throw new Error(`${id}: the remedy does not occur exactly once in ${file}: ${text}`);
  const line = source.slice(0, start).split("\n").length;
  return { start, end: start + text.length, replacement: before, line, what: `reverts ${id}` };
}
