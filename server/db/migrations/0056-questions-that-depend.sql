-- A question may depend on the answer to another one, be asked of the buyer once, or be asked after the purchase
-- (contract/rules/questions/asked.ts). An older server asks everybody at the purchase.
alter table form_questions
  add column show_if_question_id bigint,
  add column show_if_equals text,
  add column asked_of text not null default 'guest' check (asked_of in ('guest', 'buyer')),
  add column asked_when text not null default 'purchase' check (asked_when in ('purchase', 'later')),
  add constraint form_questions_show_if_check check ((show_if_question_id is null) = (show_if_equals is null));
