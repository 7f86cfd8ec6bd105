CREATE TABLE "audit_entries" (
	"position" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"why" text NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","position");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","position");--> statement-breakpoint
create trigger audit_entries_kept before update or delete on audit_entries
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_entries_whole before truncate on audit_entries
  for each statement execute function refuse_change();
