-- What a user agreed to, in which version and when. The terms and the privacy policy by the version that the form
-- showed; the age by the attestation that the reservation kept.
create table public.consents (
  user_id uuid not null references auth.users (id) on delete cascade,
  document text not null check (document in ('terms', 'privacy', 'age-21')),
  version text not null check (char_length(version) between 1 and 40),
  accepted_at timestamptz not null,
  primary key (user_id, document, version)
);

alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated, service_role, public;
grant select on public.consents to authenticated, service_role;
create policy "users read their own consents" on public.consents
  for select to authenticated using ((select auth.uid()) = user_id);

-- Accounts that are there already attested their age, and nobody kept what else they saw.
insert into public.consents (user_id, document, version, accepted_at)
  select user_id, 'age-21', '1', attested_21_at from public.user_profiles;

-- Version of the legal texts that was accepted; null where the caller named none.
alter table public.access_code_reservations add column legal_version date;
