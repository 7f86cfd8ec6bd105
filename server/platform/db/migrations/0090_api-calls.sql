CREATE TABLE "api_calls" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"caller" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"call" text NOT NULL,
	"status" smallint NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_calls_user" ON "api_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_calls_caller" ON "api_calls" USING btree ("caller","id");--> statement-breakpoint
CREATE INDEX "api_calls_at" ON "api_calls" USING btree ("at");