CREATE TABLE copies (name TEXT NOT NULL);
CREATE TRIGGER copy_event AFTER INSERT ON events BEGIN
    INSERT INTO copies (name) VALUES (NEW.name);
END;
