package io.hawser.ledger.tx.db;

import io.vertx.core.buffer.Buffer;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the client passes the values of a field's type to the database, one array for each column, and back. {@code
 * unnest} would flatten an array of arrays, so an array travels as its literal.
 */
enum ColumnType {
    TEXT(String.class, "text"),
    BYTES(byte[].class, "bytea"),
    BOOLEAN(Boolean.class, "boolean"),
    INT(Integer.class, "int4"),
    LONG(Long.class, "int8"),
    INSTANT(Instant.class, "timestamptz"),
    TEXTS(String[].class, "text"),
    INTS(Integer[].class, "text");

    private final Class<?> javaType;
    private final String element;

    ColumnType(Class<?> javaType, String element) {
        this.javaType = javaType;
        this.element = element;
    }

    /** @throws IllegalArgumentException for a type that no column has yet */
    static ColumnType of(Class<?> fieldType) {
        Class<?> boxed = MethodType.methodType(fieldType).wrap().returnType();
        return Stream.of(values())
                .filter(type -> type.javaType == boxed)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no column type for " + fieldType));
    }

    /** The parameter that carries one value for each row. */
    String parameter(int number) {
        return "$" + number + "::" + element + "[]";
    }

    /** The value of the unnested column, in the column's own type. */
    String unnested(String name) {
        return switch (this) {
            case TEXTS -> name + "::text[]";
            case INTS -> name + "::int4[]";
            default -> name;
        };
    }

    @Nullable
    Object[] array(int length) {
        return switch (this) {
            case TEXT, TEXTS, INTS -> new String[length];
            case BYTES -> new Buffer[length];
            case BOOLEAN -> new Boolean[length];
            case INT -> new Integer[length];
            case LONG -> new Long[length];
            case INSTANT -> new Instant[length];
        };
    }

    @Nullable
    Object toColumn(@Nullable Object field) {
        if (field == null) {
            return null;
        }
        return switch (this) {
            case BYTES -> Buffer.buffer((byte[]) field);
            case TEXTS, INTS -> literal((Object[]) field);
            default -> field;
        };
    }

    @Nullable
    Object toField(@Nullable Object column) {
        if (column == null) {
            return null;
        }
        return switch (this) {
            case BYTES -> Statements.bytes(column);
            case INSTANT -> Statements.instant(column);
            default -> column;
        };
    }

    private static String literal(Object[] elements) {
        return Stream.of(elements)
                .map(element -> '"' + element.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
