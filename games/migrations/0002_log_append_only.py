"""What a turn's actions hold is never changed or removed, except when they move into a finished match's log."""

from django.db import migrations

TRIGGERS = """
CREATE FUNCTION games_turn_keeps_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF left(NEW.actions, length(OLD.actions)) <> OLD.actions THEN
        RAISE EXCEPTION 'the words of turn % are append-only', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER turn_keeps_words BEFORE UPDATE OF actions ON games_turn
    FOR EACH ROW EXECUTE FUNCTION games_turn_keeps_words();

CREATE FUNCTION games_turn_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.actions <> '' AND EXISTS (SELECT FROM games_game WHERE id = OLD.game_id AND log IS NULL) THEN
        RAISE EXCEPTION 'turn % is part of a running match', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER turn_stays BEFORE DELETE ON games_turn
    FOR EACH ROW EXECUTE FUNCTION games_turn_stays();

CREATE FUNCTION games_game_keeps_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of match % is final', OLD.code USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER game_keeps_log BEFORE UPDATE OF log ON games_game
    FOR EACH ROW WHEN (OLD.log IS NOT NULL AND NEW.log IS DISTINCT FROM OLD.log)
    EXECUTE FUNCTION games_game_keeps_log();

CREATE FUNCTION games_measure_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what a moderator did stays written' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER measure_is_final BEFORE UPDATE OR DELETE ON games_measure
    FOR EACH ROW EXECUTE FUNCTION games_measure_is_final();
"""

UNDO = """
DROP TRIGGER turn_keeps_words ON games_turn; DROP FUNCTION games_turn_keeps_words();
DROP TRIGGER turn_stays ON games_turn; DROP FUNCTION games_turn_stays();
DROP TRIGGER game_keeps_log ON games_game; DROP FUNCTION games_game_keeps_log();
DROP TRIGGER measure_is_final ON games_measure; DROP FUNCTION games_measure_is_final();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunSQL(TRIGGERS, UNDO)]
