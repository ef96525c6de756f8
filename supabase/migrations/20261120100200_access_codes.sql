-- Codes that let new accounts in, and the places that are held for e-mail addresses on their way in.
create table public.access_codes (
  code text primary key check (code ~ '^[\x21-\x7e]{1,64}$'),
  uses_count integer not null default 0 check (uses_count >= 0),
  max_uses integer not null default 1 check (max_uses between 1 and 1000000),
  expires_at timestamptz,
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now()
);

-- A reservation is open (no user yet, until reserved_until), then bound to the account it let in (for good), then
-- consumed (counted in uses_count). A bound one keeps its place, or a code could let in more accounts than it allows.
create table public.access_code_reservations (
  id bigint generated always as identity primary key,
  -- Null for an e-mail address that the operator privileged.
  code text references public.access_codes (code) on update cascade on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 254),
  attested_21_at timestamptz not null,
  reserved_until timestamptz not null,
  user_id uuid unique references auth.users (id) on delete cascade,
  consumed_at timestamptz check (consumed_at is null or user_id is not null),
  created_at timestamptz not null default now()
);
create unique index access_code_reservations_open_email on public.access_code_reservations (email)
  where user_id is null;
create index access_code_reservations_unconsumed on public.access_code_reservations (code)
  where consumed_at is null;

alter table public.access_codes enable row level security;
alter table public.access_code_reservations enable row level security;
revoke all on public.access_codes, public.access_code_reservations from anon, authenticated, public;
grant all on public.access_codes, public.access_code_reservations to service_role;
