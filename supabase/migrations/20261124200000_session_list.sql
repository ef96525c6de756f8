-- Sessions of an account that the user may see and end, and administrator sessions that can be revoked.

-- The live sessions of an account, the last used first.
create function public.list_sessions(p_user uuid, p_session uuid) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', s.id, 'createdAt', s.created_at,
      'usedAt', greatest(s.created_at, s.refreshed_at::timestamptz), 'userAgent', left(s.user_agent, 300),
      'current', s.id is not distinct from p_session)
    from auth.sessions s where s.user_id = p_user
    order by s.id is not distinct from p_session desc, greatest(s.created_at, s.refreshed_at::timestamptz) desc, s.id
    limit 100;
$$;

-- Ends one session of an account. @returns whether the account had this session
create function public.end_session(p_user uuid, p_session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of a refresh: account, session, tokens.
  perform public.lock_account(p_user);
  delete from auth.refresh_tokens where user_id::text = p_user::text and session_id = p_session;
  delete from auth.sessions where id = p_session and user_id = p_user;
  return found;
end $$;

-- Ends sessions that are older than the limits of the API, in parts, so that no transaction locks many accounts. A
-- hosted project may not limit its sessions itself. @returns how many sessions
create function public.end_old_sessions(p_max_hours integer, p_idle_hours integer, p_limit integer) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_ended integer;
begin
  with old as (select s.id from auth.sessions s
      where s.created_at <= now() - make_interval(hours => p_max_hours)
        or greatest(s.created_at, s.refreshed_at::timestamptz) <= now() - make_interval(hours => p_idle_hours)
      limit p_limit for update skip locked),
    tokens as (delete from auth.refresh_tokens where session_id in (select id from old))
  delete from auth.sessions where id in (select id from old);
  get diagnostics v_ended = row_count;
  return v_ended;
end $$;

-- Sessions of the admin key. The cookie names the row, so that the end of a session also ends copies of its cookie.
create table public.admin_sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null
);

alter table public.admin_sessions enable row level security;
revoke all on public.admin_sessions from anon, authenticated, service_role, public;
grant select on public.admin_sessions to service_role;

-- Begins a session of the admin key, and removes the expired ones. @returns its id
create function public.begin_admin_session(p_expires timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from public.admin_sessions where expires_at <= now();
  insert into public.admin_sessions (expires_at) values (p_expires) returning id into v_id;
  return v_id;
end $$;

create function public.is_admin_session(p_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admin_sessions where id = p_id and expires_at > now());
$$;

create function public.end_admin_session(p_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.admin_sessions where id = p_id;
$$;

revoke execute on function public.list_sessions, public.end_session, public.end_old_sessions, public.begin_admin_session,
  public.is_admin_session, public.end_admin_session from public, anon, authenticated;
grant execute on function public.list_sessions, public.end_session, public.end_old_sessions, public.begin_admin_session,
  public.is_admin_session, public.end_admin_session to service_role;
