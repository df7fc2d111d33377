package io.hawser.plugin.registry.db;

import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.plugin.registry.Declared;
import io.hawser.plugin.registry.Health;
import io.hawser.plugin.registry.Identity;
import io.hawser.plugin.registry.Instance;
import io.hawser.plugin.registry.Role;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "instance")
public class InstanceRow {
    /** The kind of the due work; its keys are {@code plugin/instance}. */
    public static final String KIND = "instance";

    private enum Kind {
        UNASKED,
        HEALTHY,
        UNHEALTHY
    }

    @Id
    private String id;

    private String plugin;
    private String name;
    private String node;
    private String endpoint;
    private String role;
    private String version;
    /** {@code NAME=VALUE} each. */
    private String[] options;

    private long registered;
    private String health;
    private int goodInARow;
    private String message;
    private int failures;
    private boolean lapsed;
    private boolean answered;
    private @Nullable Instant unhealthySince;
    private String vendorVersion;
    private boolean controller;
    private Integer[] pluginCapabilities;
    private Integer[] controllerCapabilities;

    protected InstanceRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    InstanceRow(String plugin, Instance instance) {
        this.id = id(plugin, instance.name());
        this.plugin = plugin;
        this.name = instance.name();
        set(instance);
    }

    /** These instances as they are now, without a lock, by key; those that are not registered any more are left out. */
    public static Uni<Map<String, Instance>> read(Statements statements, List<String> keys) {
        return statements
                .rows(InstanceRow.class, "where r.id = any($1)", (Object) keys.toArray(String[]::new))
                .map(rows -> rows.stream().collect(Collectors.toMap(InstanceRow::id, InstanceRow::toDomain)));
    }

    /** Key of the row, and of the instance's due work. */
    public static String id(String plugin, String instance) {
        return plugin + "/" + instance;
    }

    /** The plugin in an {@link #id}. Its name has no slash. */
    public static String pluginOf(String id) {
        return id.substring(0, id.indexOf('/'));
    }

    String id() {
        return id;
    }

    String plugin() {
        return plugin;
    }

    void set(Instance instance) {
        Declared declared = instance.declared();
        node = declared.node();
        endpoint = declared.endpoint();
        role = declared.role().name();
        version = declared.version();
        options = declared.options().entrySet().stream()
                .map(option -> option.getKey() + "=" + option.getValue())
                .sorted()
                .toArray(String[]::new);
        registered = instance.registered();
        set(Kind.UNASKED, 0, "", 0, false);
        switch (instance.health()) {
            case Health.Unasked() -> {}
            case Health.Healthy(Identity ignored, int good) -> set(Kind.HEALTHY, good, "", 0, false);
            case Health.Unhealthy bad -> set(Kind.UNHEALTHY, 0, bad.message(), bad.failures(), bad.lapsed());
        }
        set(instance.health().lastSaid());
        unhealthySince = instance.health().unhealthySince().orElse(null);
    }

    private void set(Kind kind, int good, String message, int bad, boolean before) {
        health = kind.name();
        goodInARow = good;
        this.message = message;
        failures = bad;
        lapsed = before;
    }

    private void set(Optional<Identity> identity) {
        answered = identity.isPresent();
        vendorVersion = identity.map(Identity::vendorVersion).orElse("");
        controller = identity.map(Identity::controller).orElse(false);
        pluginCapabilities = sorted(identity.map(Identity::pluginCapabilities).orElse(Set.of()));
        controllerCapabilities =
                sorted(identity.map(Identity::controllerCapabilities).orElse(Set.of()));
    }

    private static Integer[] sorted(Set<Integer> numbers) {
        return numbers.stream().sorted().toArray(Integer[]::new);
    }

    public Instance toDomain() {
        Role registeredFor = UnreadableRowException.constant(Role.class, "instance.role", role);
        return new Instance(
                name, new Declared(node, endpoint, registeredFor, version, options()), registered, health());
    }

    private Map<String, String> options() {
        return Arrays.stream(options)
                .map(option -> option.split("=", 2))
                .collect(Collectors.toMap(option -> option[0], option -> option[1]));
    }

    private Health health() {
        return switch (UnreadableRowException.constant(Kind.class, "instance.health", health)) {
            case UNASKED -> new Health.Unasked();
            case HEALTHY -> new Health.Healthy(identity().orElseThrow(), goodInARow);
            case UNHEALTHY ->
                new Health.Unhealthy(
                        message,
                        failures,
                        lapsed,
                        identity(),
                        // A replica of the version before stores none.
                        Optional.ofNullable(unhealthySince).orElse(Instant.EPOCH));
        };
    }

    private Optional<Identity> identity() {
        return answered
                ? Optional.of(new Identity(
                        vendorVersion,
                        controller,
                        Set.copyOf(Arrays.asList(pluginCapabilities)),
                        Set.copyOf(Arrays.asList(controllerCapabilities))))
                : Optional.empty();
    }
}
