import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultInstant, InsertOnly, InstantColumn, NullableInstant } from "./columns.ts";

export type ClubsTable = {
  id: GeneratedAlways<number>;
  name: string;
  location: Generated<string>;
  logo: string | null;
  contact_email: string | null;
  phone: string | null;
  created_at: DefaultInstant;
  requires_second_factor: Generated<boolean>;
  show_contact: Generated<boolean>;
  imprint_url: string | null;
  privacy_url: string | null;
  terms_url: string | null;
  refund_policy_url: string | null;
  legal_name: Generated<string>;
  legal_address: Generated<string>;
  country: Generated<string>;
  tax_number: string | null;
  register: string | null;
  is_confirmed: Generated<boolean>;
  is_approved: Generated<boolean>;
  is_listed: GeneratedAlways<boolean>;
};

export type TaxRatesTable = {
  id: GeneratedAlways<number>;
  club_id: InsertOnly<number>;
  name: string;
  percent: number;
  valid_from: NullableInstant;
  is_active: Generated<boolean>;
  created_at: DefaultInstant;
};

export type AppUsersTable = {
  id: GeneratedAlways<number>;
  full_name: string;
  email: string;
  password_hash: string;
  role: 10 | 20;
  club_id: number | null;
  created_at: DefaultInstant;
  last_signin_at: NullableInstant;
};

export type SessionsTable = {
  token_hash: InsertOnly<Buffer>;
  user_id: number | null;
  created_at: DefaultInstant;
  last_used_at: DefaultInstant;
  revoked_at: NullableInstant;
  id: GeneratedAlways<number>;
  user_agent: Generated<string>;
};

export type SigninLanesTable = {
  lane: InsertOnly<Buffer>;
  account: InsertOnly<Buffer>;
  address: InsertOnly<string>;
  failures: Generated<number>;
  not_before: InstantColumn;
  updated_at: InstantColumn;
};

export type SigninDevicesTable = {
  device_hash: InsertOnly<Buffer>;
  user_id: InsertOnly<number>;
  last_used_at: InstantColumn;
};

export type PasswordResetsTable = {
  token_hash: InsertOnly<Buffer>;
  user_id: InsertOnly<number>;
  expires_at: InstantColumn;
};

export type ClubConfirmationsTable = {
  token_hash: InsertOnly<Buffer>;
  club_id: InsertOnly<number>;
  expires_at: InstantColumn;
};

export type EmailChangesTable = {
  user_id: InsertOnly<number>;
  email: string;
  token_hash: Buffer | null;
  expires_at: InstantColumn;
};

export type TeamInvitationsTable = {
  id: GeneratedAlways<number>;
  club_id: InsertOnly<number>;
  email: string;
  invited_by: number | null;
  token_hash: Buffer | null;
  created_at: DefaultInstant;
  expires_at: InstantColumn;
};

export type SecondFactorsTable = {
  user_id: InsertOnly<number>;
  secret: string | null;
  sealed_secret: Buffer | null;
  confirmed_at: NullableInstant;
  last_step: Generated<number>;
};

export type RecoveryCodesTable = {
  user_id: InsertOnly<number>;
  code_hash: InsertOnly<Buffer>;
};
