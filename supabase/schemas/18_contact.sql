-- Messages of the contact form. A message is stored before its mail is sent, so a failing mail server loses nothing. A
-- sender leases a message: while the lease lasts, no other sender takes it.

create table public.contact_messages (
  -- Made by the browser, so that a repeated request stores and sends one message.
  id uuid primary key,
  user_id uuid references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('general', 'support', 'feedback', 'partnership', 'bug', 'feature')),
  message text not null check (char_length(message) between 1 and 5000),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- Attempts so far. The number identifies an attempt, so one whose lease has expired cannot postpone the next.
  attempts integer not null check (attempts >= 1),
  -- Earliest start of the next attempt: the end of the current lease, or of the wait after a failure.
  due_at timestamptz not null,
  last_error text check (char_length(last_error) <= 500)
);

create index contact_messages_due on public.contact_messages (due_at) where sent_at is null;
create index contact_messages_sent on public.contact_messages (sent_at) where sent_at is not null;
create index contact_messages_by_user on public.contact_messages (user_id);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated, service_role, public;
grant select on public.contact_messages to service_role;

-- Stores a message and leases its first attempt to the caller. Repeating the same message stores nothing and leases
-- nothing (`attempt` is null). @throws PT409 if the id was used for another message
create function public.store_contact_message(
  p_id uuid, p_user uuid, p_name text, p_email text, p_subject text, p_message text, p_lease_seconds int
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.contact_messages;
  v_user uuid;
begin
  -- Null for a deleted account whose token is still valid. Waits for a concurrent deletion.
  select id into v_user from auth.users where id = p_user for key share;
  insert into public.contact_messages (id, user_id, name, email, subject, message, attempts, due_at)
    values (p_id, v_user, p_name, p_email, p_subject, p_message, 1,
      clock_timestamp() + make_interval(secs => p_lease_seconds))
    on conflict (id) do nothing returning * into v_row;
  if found then
    return jsonb_build_object('sent', false, 'attempt', 1, 'createdAt', v_row.created_at);
  end if;
  select * into v_row from public.contact_messages where id = p_id;
  if not found or (v_row.name, v_row.email, v_row.subject, v_row.message)
      is distinct from (p_name, p_email, p_subject, p_message) then
    raise exception 'Another message was sent under this id' using errcode = 'PT409';
  end if;
  return jsonb_build_object('sent', v_row.sent_at is not null, 'attempt', null, 'createdAt', v_row.created_at);
end $$;

-- Leases the message that has been due longest; null if none is due.
create function public.claim_contact_message(p_lease_seconds int) returns jsonb
language sql security definer set search_path = '' as $$
  update public.contact_messages m
    set attempts = m.attempts + 1, due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where m.id = (
      select id from public.contact_messages where sent_at is null and due_at <= clock_timestamp()
        order by due_at limit 1 for update skip locked
    )
    returning jsonb_build_object('id', m.id, 'userId', m.user_id, 'name', m.name, 'email', m.email,
      'subject', m.subject, 'message', m.message, 'createdAt', m.created_at, 'attempt', m.attempts);
$$;

-- Stores the result of an attempt. Without an error the message is sent, whichever attempt reports it. After an error
-- the next attempt waits 1 minute, then 2, 4 … up to 6 hours, unless another attempt is already running.
create function public.settle_contact_message(p_id uuid, p_attempt int, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.contact_messages
    set sent_at = case when p_error is null then clock_timestamp() end,
      last_error = left(p_error, 500),
      due_at = clock_timestamp() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts - 1, 20)))
    where id = p_id and sent_at is null and (p_error is null or attempts = p_attempt);
$$;

-- Deletes messages `p_days` days after they were sent. @returns how many
create function public.forget_contact_messages(p_days int) returns int
language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.contact_messages where sent_at < now() - make_interval(days => p_days) returning id
  )
  select count(*)::int from gone;
$$;

revoke execute on function public.store_contact_message, public.claim_contact_message, public.settle_contact_message,
  public.forget_contact_messages from public, anon, authenticated;
grant execute on function public.store_contact_message, public.claim_contact_message, public.settle_contact_message,
  public.forget_contact_messages to service_role;
