-- Lines of a type that the product does not know are kept as unknown.
alter table public.track_legs drop constraint track_legs_odds_type_check;
-- beside the last release: the rule accepts every type that the last release writes
alter table public.track_legs add constraint track_legs_odds_type_check
  check (odds_type in ('goblin', 'standard', 'demon', 'unknown'));
