-- How often the buyer has kept the places for longer (server/checkout/extendHold.ts). The limit is the event's setting.
alter table registrations add column extensions int not null default 0 constraint registrations_extensions check (extensions >= 0);
