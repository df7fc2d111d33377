package io.hawser.deploy;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.hawser.bus.service.HawserService;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a service really has: the properties of its interfaces, of its own files, and those of the framework that a
 * deployment needs.
 */
final class ServiceSettings {
    static final String AGENT = HawserService.NODE_AGENT.serviceName();
    private static final String LOCAL = "%local.";

    private static final Set<String> EVERYWHERE = Set.of(
            "quarkus.profile",
            "quarkus.http.host",
            "quarkus.http.port",
            "kafka.bootstrap.servers",
            "kafka.security.protocol",
            "kafka.sasl.mechanism",
            "kafka.sasl.jaas.config");
    private static final Set<String> WITH_DATABASE = Set.of(
            "hawser.token",
            "quarkus.datasource.jdbc.url",
            "quarkus.datasource.reactive.url",
            "quarkus.datasource.username",
            "quarkus.datasource.password");
    /** Derived from others, or for tests of crashes. */
    private static final Set<String> NOT_THE_OPERATORS = Set.of(
            "hawser.ledger.service",
            "hawser.ledger.replica",
            "hawser.ledger.topic-prefix",
            "hawser.ledger.answers",
            "hawser.ledger.faults.order");

    private ServiceSettings() {}

    /** Names of environment variables that mean something to the service. */
    static Set<String> variables(String service) {
        Stream<String> always = service.equals(AGENT)
                ? EVERYWHERE.stream()
                : Stream.of(EVERYWHERE, WITH_DATABASE, ownNames(ledgerFile())).flatMap(Set::stream);
        return Stream.of(always, interfaces(service), ownNames(ownFile(service)).stream())
                .flatMap(names -> names)
                .map(ServiceSettings::variable)
                .collect(toSet());
    }

    /** Names of environment variables for what an operator may say by the service's interfaces. */
    static Set<String> operatorsVariables(String service) {
        return interfaces(service)
                .filter(name -> !NOT_THE_OPERATORS.contains(name))
                .map(ServiceSettings::variable)
                .collect(toSet());
    }

    static List<String> services() {
        return Stream.of(HawserService.values()).map(HawserService::serviceName).toList();
    }

    /** Where the service listens if nobody says otherwise. */
    static int port(String service) {
        return Integer.parseInt(standard(service, "quarkus.http.port"));
    }

    /** What holds for every profile if nobody says otherwise. */
    static String standard(String service, String property) {
        return defaults(service).getProperty(property);
    }

    /** What holds on one machine (the profile {@code local}) and nowhere else, by the property's name. */
    static Map<String, String> local(String service) {
        Properties defaults = defaults(service);
        return defaults.stringPropertyNames().stream()
                .filter(name -> name.startsWith(LOCAL))
                .collect(toMap(name -> name.substring(LOCAL.length()), defaults::getProperty));
    }

    /** What all services share, and what the service's own file says. */
    private static Properties defaults(String service) {
        Properties defaults = properties(sharedFile());
        defaults.putAll(properties(ownFile(service)));
        return defaults;
    }

    /** MicroProfile Config's rule: what is no letter or digit becomes an underscore, all in capitals. */
    static String variable(String property) {
        return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    private static Stream<String> interfaces(String service) {
        Stream<Class<?>> ledger = service.equals(AGENT) ? Stream.of() : Stream.of(LedgerConfig.class);
        Stream<Class<?>> network =
                ownNames(ownFile(service)).contains("quarkus.index-dependency.csi-client.artifact-id")
                        ? Stream.of(loaded("io.hawser.csi.wiring.NetworkConfig"))
                        : Stream.of();
        return Stream.of(ledger, network, ownInterfaces(service).stream())
                .flatMap(types -> types)
                .flatMap(type -> ConfigMappings.getProperties(ConfigClass.configClass(type)).keySet().stream())
                // A list is one variable, with commas.
                .filter(name -> !name.endsWith("[*]"));
    }

    /** The interfaces of settings among the service's compiled classes. */
    private static List<Class<?>> ownInterfaces(String service) {
        Path classes = Path.of("..", service, "target/classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith("Config.class"))
                    .<Class<?>>map(
                            file -> loaded(file.replaceFirst("\\.class$", "").replace('/', '.')))
                    .filter(type -> type.isAnnotationPresent(ConfigMapping.class))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> loaded(String name) {
        try {
            return Class.forName(name, false, ServiceSettings.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name + " is not on the class path", e);
        }
    }

    private static Set<String> ownNames(Path file) {
        return properties(file).stringPropertyNames().stream()
                .filter(name -> !name.startsWith("%"))
                .collect(toSet());
    }

    private static Path ownFile(String service) {
        return Path.of("..", service, "src/main/resources/application.properties");
    }

    private static Path sharedFile() {
        return Path.of("../libs/rest/src/main/resources/META-INF/microprofile-config.properties");
    }

    private static Path ledgerFile() {
        return Path.of("../libs/ledger/src/main/resources/META-INF/microprofile-config.properties");
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
