-- A door sells active tickets only, so it hears that a ticket became active or inactive.
create or replace trigger tickets_door_told
  after update of title, price, valid_days, sort_order, is_active on tickets for each row
  when ((old.title, old.price, old.valid_days, old.sort_order, old.is_active)
    is distinct from (new.title, new.price, new.valid_days, new.sort_order, new.is_active))
  execute function ticket_door_told();
