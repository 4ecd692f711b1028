import type { ColumnType } from "kysely";

export type InstantColumn = ColumnType<Date, Date | string, Date | string>;
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;

/** Written as text: pg would turn an array into a PostgreSQL array, which jsonb refuses. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type DefaultJson<T> = ColumnType<T, string | undefined, string>;
export type JsonObject = Record<string, unknown>;

export type InsertOnly<T> = ColumnType<T, T, never>;
