-- The ledger only grows. Nobody changes an entry, not even by mistake.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_entries_kept before update or delete on ledger_entries
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_whole before truncate on ledger_entries
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger conversion_changes_kept before update or delete on conversion_changes
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger conversion_changes_whole before truncate on conversion_changes
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger redemption_changes_kept before update or delete on redemption_changes
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger redemption_changes_whole before truncate on redemption_changes
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Money comes from somewhere and goes somewhere. Looked at when everything of a transaction is there.
create function ledger_adds_up() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(cents) into total from ledger_entries where transaction_id = new.transaction_id;
  if total <> 0 then
    raise exception 'ledger transaction % adds up to %, not to zero', new.transaction_id, total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_add_up after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_adds_up();
