-- Questions for a date, number, e-mail address, phone number, country or agreement (contract/rules/questions.ts).
alter table form_questions drop constraint form_questions_type_id_check,
  add constraint form_questions_type_id_check check (type_id between 0 and 10);
