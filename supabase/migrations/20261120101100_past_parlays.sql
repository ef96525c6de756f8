-- Parlays as they were generated. The server writes them, so that the track record is not its owner's to edit.
create table public.past_parlays (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  run_id uuid unique references public.runs (id) on delete set null,
  parlay_size integer not null check (parlay_size between 2 and 10),
  overall_confidence numeric not null check (overall_confidence between 0 and 100),
  expected_value numeric,
  recommended_units numeric check (recommended_units >= 0),
  picks jsonb not null check (jsonb_typeof(picks) = 'array' and octet_length(picks::text) <= 262144),
  insights jsonb check (octet_length(insights::text) <= 65536),
  created_at timestamptz not null default now()
);
create index past_parlays_newest on public.past_parlays (user_id, created_at desc);

alter table public.past_parlays enable row level security;
revoke all on public.past_parlays from anon, authenticated, public;
grant select on public.past_parlays to authenticated;
grant all on public.past_parlays to service_role;
create policy "users read their own parlays" on public.past_parlays
  for select to authenticated using ((select auth.uid()) = user_id);
