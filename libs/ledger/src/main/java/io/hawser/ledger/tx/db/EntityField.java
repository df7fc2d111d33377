package io.hawser.ledger.tx.db;

import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Id;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of an entity, or of an object that is embedded in one, and its column.
 *
 * @param key part of the primary key
 * @param written false for a column that only other statements write
 */
record EntityField(
        String column, ColumnType type, boolean key, boolean written, VarHandle field, Optional<Embedding> embedding) {

    /** The object that is embedded in each row. */
    record Embedding(VarHandle field, Constructor<?> constructor) {}

    /**
     * The fields of that class, in the order of their declaration. A column has the field's name, with an underscore
     * before each capital, unless {@link Column} says another.
     */
    static Stream<EntityField> of(Class<?> type) {
        return declared(type)
                .flatMap(field -> field.isAnnotationPresent(Embedded.class)
                        ? declared(field.getType()).map(inner -> of(inner, Optional.of(embedding(field))))
                        : Stream.of(of(field, Optional.empty())));
    }

    private static Stream<Field> declared(Class<?> type) {
        // Hibernate's build step adds fields of its own.
        return Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers())
                        && !field.getName().startsWith("$$_"));
    }

    private static EntityField of(Field field, Optional<Embedding> embedding) {
        Optional<Column> column = Optional.ofNullable(field.getAnnotation(Column.class));
        return new EntityField(
                column.map(Column::name).filter(name -> !name.isEmpty()).orElseGet(() -> snake(field.getName())),
                ColumnType.of(field.getType()),
                field.isAnnotationPresent(Id.class),
                column.map(Column::updatable).orElse(true),
                handle(field),
                embedding);
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Embedding embedding(Field field) {
        return new Embedding(handle(field), constructor(field.getType()));
    }

    private static VarHandle handle(Field field) {
        try {
            return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                    .unreflectVarHandle(field);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("no access to " + field, e);
        }
    }

    static <T> Constructor<T> constructor(Class<T> type) {
        try {
            Constructor<T> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("an entity needs a constructor without parameters: " + type, e);
        }
    }

    static <T> T create(Constructor<T> constructor) {
        try {
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the constructor failed: " + constructor, e);
        }
    }

    @Nullable
    Object get(Object row) {
        return embedding.isPresent() ? field.get(embedding.get().field().get(row)) : field.get(row);
    }

    void set(Object row, @Nullable Object value) {
        if (embedding.isEmpty()) {
            field.set(row, value);
            return;
        }
        VarHandle outer = embedding.get().field();
        if (outer.get(row) == null) {
            outer.set(row, create(embedding.get().constructor()));
        }
        field.set(outer.get(row), value);
    }
}
