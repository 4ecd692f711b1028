// schema.test.ts compares the columns with the migrations', and closedLists.test.ts the checks that list values.
import type {
  AppUsersTable,
  ClubConfirmationsTable,
  ClubsTable,
  EmailChangesTable,
  PasswordResetsTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SessionsTable,
  SigninDevicesTable,
  SigninLanesTable,
  TaxRatesTable,
  TeamInvitationsTable,
} from "./schema/accounts.ts";
import type {
  DoorChangesTable,
  DoorDevicesTable,
  DoorLinksTable,
  DoorScansTable,
  DoorUndoneTable,
} from "./schema/door.ts";
import type {
  DetailRemindersTable,
  EventKeysTable,
  EventSlugsTable,
  EventsTable,
  ExtrasTable,
  FormQuestionsTable,
  PromoCodesTable,
  SharedCapacitiesTable,
  SponsorshipPackagesTable,
  SponsorshipsTable,
  TicketsTable,
} from "./schema/events.ts";
import type { EventArrivedTable, EventRegisteredTable, EventRevenueTable } from "./schema/figures.ts";
import type {
  CasesDoneTable,
  EventClosingsTable,
  ExtrasPurchasesTable,
  InstallationTable,
  IntentClientsTable,
  OrderItemsTable,
  OrdersTable,
  PaymentEventsTable,
  PaymentsTable,
  ReceiptCountersTable,
  ReceiptsTable,
  RefundsTable,
  TestIntentsTable,
} from "./schema/money.ts";
import type {
  AnswersTable,
  ArchivedRecordsTable,
  AttendeeImportsTable,
  AttendeesTable,
  CheckinsTable,
  ImportsTable,
  RegistrationsTable,
} from "./schema/people.ts";
import type {
  AuditLogTable,
  IdempotencyKeysTable,
  LimitCountsTable,
  MailsTable,
  WriteChecksTable,
} from "./schema/site.ts";
import type { WaitingEntriesTable } from "./schema/waiting.ts";

/** Our tables, except `migrations`. */
export type Schema = {
  clubs: ClubsTable;
  tax_rates: TaxRatesTable;
  app_users: AppUsersTable;
  sessions: SessionsTable;
  signin_lanes: SigninLanesTable;
  signin_devices: SigninDevicesTable;
  password_resets: PasswordResetsTable;
  club_confirmations: ClubConfirmationsTable;
  detail_reminders: DetailRemindersTable;
  email_changes: EmailChangesTable;
  team_invitations: TeamInvitationsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  events: EventsTable;
  event_slugs: EventSlugsTable;
  event_keys: EventKeysTable;
  tickets: TicketsTable;
  waiting_entries: WaitingEntriesTable;
  shared_capacities: SharedCapacitiesTable;
  promo_codes: PromoCodesTable;
  extras: ExtrasTable;
  form_questions: FormQuestionsTable;
  sponsorship_packages: SponsorshipPackagesTable;
  sponsorships: SponsorshipsTable;
  registrations: RegistrationsTable;
  attendee_imports: AttendeeImportsTable;
  archived_records: ArchivedRecordsTable;
  attendees: AttendeesTable;
  answers: AnswersTable;
  checkins: CheckinsTable;
  door_links: DoorLinksTable;
  door_devices: DoorDevicesTable;
  door_scans: DoorScansTable;
  door_undone: DoorUndoneTable;
  door_changes: DoorChangesTable;
  event_registered: EventRegisteredTable;
  event_arrived: EventArrivedTable;
  event_revenue: EventRevenueTable;
  payments: PaymentsTable;
  intent_clients: IntentClientsTable;
  payment_events: PaymentEventsTable;
  test_intents: TestIntentsTable;
  orders: OrdersTable;
  refunds: RefundsTable;
  receipt_counters: ReceiptCountersTable;
  receipts: ReceiptsTable;
  cases_done: CasesDoneTable;
  installation: InstallationTable;
  event_closings: EventClosingsTable;
  order_items: OrderItemsTable;
  extras_purchases: ExtrasPurchasesTable;
  mails: MailsTable;
  limit_counts: LimitCountsTable;
  idempotency_keys: IdempotencyKeysTable;
  write_checks: WriteChecksTable;
  audit_log: AuditLogTable;
  imports: ImportsTable;
};
