CREATE TABLE "widget_days" (
	"widget_id" integer NOT NULL,
	"day" date NOT NULL,
	"human" integer DEFAULT 0 NOT NULL,
	"unique" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "widget_days_widget_id_day_pk" PRIMARY KEY("widget_id","day")
);
--> statement-breakpoint
ALTER TABLE "widget_days" ADD CONSTRAINT "widget_days_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;