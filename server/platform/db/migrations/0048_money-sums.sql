CREATE TABLE "bonus_sales" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_funds" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"settled_cents" bigint DEFAULT 0 NOT NULL,
	"funded_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversions_least";--> statement-breakpoint
ALTER TABLE "brand_funds" ADD CONSTRAINT "brand_funds_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversions_free" ON "conversions" USING btree ("min_hold_ends_at") WHERE "conversions"."state" = 'approved' and "conversions"."dollars" is not null
          and ("conversions"."guaranteed" or "conversions"."funded_at" is not null);--> statement-breakpoint
CREATE INDEX "conversions_unfunded" ON "conversions" USING btree ("brand_id","ordered_at","id") WHERE "conversions"."state" = 'approved' and not "conversions"."guaranteed" and "conversions"."funded_at" is null
          and "conversions"."dollars" is not null;--> statement-breakpoint
CREATE INDEX "conversions_doubted" ON "conversions" USING btree ("hold_look_at") WHERE "conversions"."state" = 'held';--> statement-breakpoint
CREATE INDEX "conversions_open" ON "conversions" USING btree ("user_id") WHERE "conversions"."state" in ('pending', 'held', 'approved');--> statement-breakpoint
-- In the transaction that changes a row, whoever does. Rows that a restore puts back were added already.
create function add_funds() returns trigger language plpgsql as $$
declare
  settled bigint := 0;
  funded bigint := 0;
begin
  if current_setting('split.restoring', true) = 'on' then return null; end if;
  if tg_table_name = 'settlements' then
    settled := new.cents;
  else
    funded := new.funded_cents;
    if tg_op = 'UPDATE' then funded := funded - old.funded_cents; end if;
  end if;
  insert into brand_funds as known (brand_id, settled_cents, funded_cents)
  values (new.brand_id, settled, funded)
  on conflict (brand_id) do update set
    settled_cents = known.settled_cents + excluded.settled_cents,
    funded_cents = known.funded_cents + excluded.funded_cents;
  return null;
end $$;
--> statement-breakpoint
create trigger settlements_added after insert on settlements
  for each row execute function add_funds();
--> statement-breakpoint
create trigger conversions_funded_new after insert on conversions
  for each row when (new.funded_cents <> 0 and new.brand_id is not null) execute function add_funds();
--> statement-breakpoint
create trigger conversions_funded after update on conversions
  for each row when (new.funded_cents <> old.funded_cents and new.brand_id is not null)
  execute function add_funds();
--> statement-breakpoint
create function bonus_cents(kind text, state text, return_passed boolean, cents bigint)
  returns bigint language sql immutable as $$
  select case when kind = 'commission' and state in ('approved', 'available') and return_passed
    then cents else 0 end
$$;
--> statement-breakpoint
create function add_bonus_sales() returns trigger language plpgsql as $$
declare
  added bigint := bonus_cents(new.kind, new.state, new.return_passed, new.base_cents);
begin
  if current_setting('split.restoring', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' then
    added := added - bonus_cents(old.kind, old.state, old.return_passed, old.base_cents);
  end if;
  if added <> 0 then
    insert into bonus_sales as known (user_id, cents) values (new.user_id, added)
    on conflict (user_id) do update set cents = known.cents + excluded.cents;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger conversions_sold_new after insert on conversions
  for each row when (new.return_passed) execute function add_bonus_sales();
--> statement-breakpoint
create trigger conversions_sold after update on conversions
  for each row when (new.return_passed or old.return_passed) execute function add_bonus_sales();
--> statement-breakpoint
-- What was there before.
insert into brand_funds (brand_id, settled_cents, funded_cents)
select brand_id, sum(settled), sum(funded) from (
  select brand_id, cents as settled, 0 as funded from settlements
  union all
  select brand_id, 0, funded_cents from conversions where brand_id is not null and funded_cents <> 0
) as each_one
group by brand_id;
--> statement-breakpoint
insert into bonus_sales (user_id, cents)
select user_id, sum(bonus_cents(kind, state, return_passed, base_cents)) from conversions
where return_passed
group by user_id;
