-- Whether the pages of a club's events show its mail address and phone. Off for the clubs that exist.
alter table clubs add column show_contact boolean not null default false;
