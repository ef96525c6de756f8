-- Second factor of administrators: a time-based one-time password (RFC 6238) and recovery codes.

-- One row per administrator who has set one up. Read and written by the functions below only.
create table public.admin_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Encrypted by the API: a copy of the database does not give the codes.
  secret text not null check (char_length(secret) <= 400),
  created_at timestamptz not null default now(),
  -- Null until the first code was entered; until then the factor protects nothing.
  confirmed_at timestamptz,
  -- Number of the last accepted period of 30 seconds. A code is accepted once.
  last_step bigint not null default 0,
  -- SHA-256 of the unused recovery codes.
  recovery_token_hashes text[] not null default '{}'
);

-- Sessions that have passed the second factor.
create table public.admin_factor_sessions (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  passed_at timestamptz not null default now()
);

alter table public.admin_factors enable row level security;
alter table public.admin_factor_sessions enable row level security;
revoke all on public.admin_factors, public.admin_factor_sessions from anon, authenticated, service_role, public;
grant select on public.admin_factors, public.admin_factor_sessions to service_role;

-- State of an account's factor and of a session. The secret is null without a factor.
create function public.admin_factor(p_user uuid, p_session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'enrolled', exists (select from public.admin_factors where user_id = p_user and confirmed_at is not null),
    'passed', exists (select from public.admin_factor_sessions where user_id = p_user and session_id = p_session),
    'secret', (select secret from public.admin_factors where user_id = p_user),
    'recoveryCodes', (select cardinality(recovery_token_hashes) from public.admin_factors where user_id = p_user));
$$;

-- Stores the secret of a factor that is not confirmed yet. @throws PT409 if the account has a confirmed one
create function public.begin_admin_factor(p_user uuid, p_secret text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.admin_factors as f (user_id, secret) values (p_user, p_secret)
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
      where f.confirmed_at is null;
  if not found then
    raise exception 'This account has a second factor already' using errcode = 'PT409';
  end if;
end $$;

-- Confirms a factor by its first code, and stores the recovery codes. @returns false if the code was used before
create function public.confirm_admin_factor(p_user uuid, p_session uuid, p_step bigint, p_hashes text[])
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set confirmed_at = now(), last_step = p_step, recovery_token_hashes = p_hashes
    where user_id = p_user and confirmed_at is null and last_step < p_step;
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  perform public.log_admin_action(p_user::text, 'second-factor-set', p_user::text, '{}');
  return true;
end $$;

-- Accepts the code of a period for a session, once: of two requests with the same code, one is refused.
create function public.pass_admin_factor(p_user uuid, p_session uuid, p_step bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set last_step = p_step
    where user_id = p_user and confirmed_at is not null and last_step < p_step;
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  return true;
end $$;

-- Accepts a recovery code for a session, once.
create function public.use_recovery_code(p_user uuid, p_session uuid, p_hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.admin_factors set recovery_token_hashes = array_remove(recovery_token_hashes, p_hash)
    where user_id = p_user and confirmed_at is not null and p_hash = any (recovery_token_hashes);
  if not found then
    return false;
  end if;
  insert into public.admin_factor_sessions (session_id, user_id) values (p_session, p_user)
    on conflict (session_id) do nothing;
  perform public.log_admin_action(p_user::text, 'recovery-code-used', p_user::text, '{}');
  return true;
end $$;

-- Removes the factor of an account. @throws PT404 if there is no such account or factor
create function public.remove_admin_factor(p_email text, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(btrim(p_email));
  delete from public.admin_factors where user_id = v_user;
  if not found then
    raise exception 'This account has no second factor' using errcode = 'PT404';
  end if;
  delete from public.admin_factor_sessions where user_id = v_user;
  perform public.log_admin_action(p_actor, 'second-factor-removed', v_user::text, '{}');
end $$;

revoke execute on function public.admin_factor, public.begin_admin_factor, public.confirm_admin_factor,
  public.pass_admin_factor, public.use_recovery_code, public.remove_admin_factor from public, anon, authenticated;
grant execute on function public.admin_factor, public.begin_admin_factor, public.confirm_admin_factor,
  public.pass_admin_factor, public.use_recovery_code, public.remove_admin_factor to service_role;
