-- Sponsors may also change their logo after the payment. Once staff have removed it, the sponsor cannot set another one.
alter table sponsorships add column logo_closed boolean not null default false;
