-- One look for all that a statement adds, in place of one for each row at the commit: whoever moves money
-- writes the whole movement in one statement, and a backup comes back in one, too.
drop trigger ledger_entries_add_up on ledger_entries;
--> statement-breakpoint
drop function ledger_adds_up();
--> statement-breakpoint
create function ledger_adds_up() returns trigger language plpgsql as $$
declare
  unequal record;
begin
  select transaction_id as id, sum(cents) as total into unequal from added
  group by transaction_id having sum(cents) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % adds up to %, not to zero', unequal.id, unequal.total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_entries_add_up after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_adds_up();
