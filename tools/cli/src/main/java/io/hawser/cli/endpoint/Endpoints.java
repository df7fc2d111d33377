package io.hawser.cli.endpoint;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.TopicNames;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The addresses of Kafka and the services: {@code endpoints.properties} in the data folder, or the
 * environment ({@code HAWSER_BOOTSTRAP}, {@code HAWSER_VOLUME_SERVICE_URL}, ...) if that names any of them.
 *
 * @param byName {@code kafka}, {@code token.file}, {@code topics.prefix} and one for each service, with the file's keys
 * @param tokenSaid {@code HAWSER_TOKEN}, which overrides the file
 * @param login settings for the authentication of Kafka's clients, by name
 * @param closed the data folder, if this user cannot look into it
 */
public record Endpoints(
        Map<String, String> byName,
        TopicNames topics,
        Optional<String> tokenSaid,
        Map<String, String> login,
        Optional<Path> closed) {
    private static final String KAFKA = "kafka";
    private static final String TOKEN_FILE = "token.file";
    private static final String PREFIX = "HAWSER_TOPICS_PREFIX";
    private static final String TOPICS_PREFIX = "topics.prefix";
    /** The {@link FolderId} of the data folder for which the file was written. */
    public static final String FOLDER = "folder";

    private static final String FILE = "endpoints.properties";
    /** What the file has besides services and agents. */
    private static final Set<String> NO_SERVICES = Set.of(KAFKA, TOKEN_FILE, TOPICS_PREFIX, FOLDER);

    private static final Pattern BROKERS =
            Pattern.compile("([^\\s,:]+|\\[[0-9a-fA-F:]+]):\\d{1,5}(,([^\\s,:]+|\\[[0-9a-fA-F:]+]):\\d{1,5})*");
    private static final Pattern SERVICE = Pattern.compile("https?://([^\\s/:]+|\\[[0-9a-fA-F:]+])(:\\d{1,5})?/?");
    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})(?=/?(,|$))");
    private static final Pattern LOGIN = Pattern.compile("KAFKA_(SECURITY|SASL|SSL)_[A-Z_]+");

    public Endpoints {
        byName = Map.copyOf(byName);
        login = Map.copyOf(login);
    }

    /** For a program that knows its endpoints. */
    public Endpoints(Map<String, String> byName, TopicNames topics) {
        this(byName, topics, Optional.empty(), Map.of(), Optional.empty());
    }

    /**
     * @param environment {@code HAWSER_HOME} names the data folder; default: {@code .hawser} in the working directory
     */
    public static Endpoints find(Map<String, String> environment) {
        Path home = Path.of(said(environment, "HAWSER_HOME").orElse(".hawser"));
        Path file = home.resolve(FILE);
        // In another user's folder Files.exists is false, too, although Hawser runs.
        boolean closed = !Files.isReadable(file) && !Files.notExists(file);
        Map<String, String> found = new HashMap<>(closed ? Map.of() : read(home, file));
        Map<String, String> named = new HashMap<>();
        said(environment, "HAWSER_BOOTSTRAP").ifPresent(value -> named.put(KAFKA, value));
        for (HawserService service : HawserService.withDatabase()) {
            said(environment, variable(service)).ifPresent(value -> named.put(service.serviceName(), value));
        }
        if (!named.isEmpty()) {
            // Another installation: what is read there must not decide what is written here, and no token goes there.
            found.clear();
            found.putAll(named);
        }
        return new Endpoints(
                found,
                said(environment, PREFIX)
                        .or(() -> Optional.ofNullable(found.get(TOPICS_PREFIX)))
                        .map(Endpoints::topics)
                        .orElse(TopicNames.DEFAULT),
                said(environment, "HAWSER_TOKEN"),
                login(environment),
                closed ? Optional.of(home) : Optional.empty());
    }

    private static TopicNames topics(String prefix) {
        try {
            return new TopicNames(prefix);
        } catch (IllegalArgumentException e) {
            throw new MalformedAddressException(PREFIX, prefix, "prefix: " + e.getMessage());
        }
    }

    /** The same variables as for the services: {@code KAFKA_SASL_MECHANISM} is {@code sasl.mechanism}. */
    private static Map<String, String> login(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(variable -> LOGIN.matcher(variable.getKey()).matches())
                .collect(Collectors.toMap(
                        variable -> variable.getKey()
                                .substring("KAFKA_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '.'),
                        Map.Entry::getValue));
    }

    /**
     * The token that services require before they write.
     *
     * @throws NoTokenException if no token is set, its file cannot be read, or no header can carry it
     */
    public String token() {
        if (tokenSaid.isPresent()) {
            return sendable("HAWSER_TOKEN", tokenSaid.get());
        }
        Path file = Optional.ofNullable(byName.get(TOKEN_FILE))
                .map(Path::of)
                .orElseThrow(() -> new NoTokenException("writing needs a token, and none is known: "
                        + closed.map(folder -> "this user cannot look into " + folder + ": use the account that started"
                                        + " Hawser there")
                                .orElse("start Hawser with `./hawser up`")
                        + ", or set HAWSER_TOKEN"));
        try {
            return sendable("the token in " + file, Files.readString(file));
        } catch (IOException e) {
            throw new NoTokenException("cannot read the token in " + file + "; HAWSER_TOKEN overrides it");
        }
    }

    /** Without the white space around it: a file, and a variable made of one, often end with a line feed. */
    private static String sendable(String what, String said) {
        String token = said.strip();
        if (token.chars().anyMatch(Character::isISOControl)) {
            throw new NoTokenException(what + " has a control character in it, which no request can carry");
        }
        return token;
    }

    /** Hides token and passwords, so that no output shows them by accident. */
    @Override
    public String toString() {
        return "Endpoints" + byName;
    }

    /** Settings of Kafka's clients: address and login. */
    public Map<String, Object> kafka() {
        Map<String, Object> settings = new HashMap<>(login);
        settings.put("bootstrap.servers", bootstrapServers());
        return settings;
    }

    /** Kafka's address, {@code host:port,...}. */
    public String bootstrapServers() {
        return endpoint(KAFKA, "HAWSER_BOOTSTRAP", BROKERS, "HOST:PORT,...");
    }

    /** The addresses of services and agents by name. */
    public Map<String, String> services() {
        return byName.entrySet().stream()
                .filter(each -> !NO_SERVICES.contains(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The base of a service's REST interface. */
    public URI service(HawserService service) {
        return URI.create(
                endpoint(service.serviceName(), variable(service), SERVICE, "address such as http://127.0.0.1:8080"));
    }

    private String endpoint(String name, String variable, Pattern form, String written) {
        String text = Optional.ofNullable(byName.get(name))
                .orElseThrow(() -> closed.map(folder -> new UnknownEndpointException(name, variable, folder))
                        .orElseGet(() -> new UnknownEndpointException(name, variable)));
        if (!form.matcher(text).matches() || !portsExist(text)) {
            throw new MalformedAddressException(variable, text, written);
        }
        return text;
    }

    private static boolean portsExist(String text) {
        return PORT.matcher(text)
                .results()
                .mapToInt(port -> Integer.parseInt(port.group(1)))
                .allMatch(port -> port <= 65_535);
    }

    private static String variable(HawserService service) {
        return "HAWSER_" + service.name() + "_URL";
    }

    private static Optional<String> said(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isBlank());
    }

    private static Map<String, String> read(Path home, Path file) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        Map<String, String> read = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
        String folder = read.remove(FOLDER);
        boolean copied = folder != null && !folder.equals(FolderId.of(home));
        return copied ? Map.of() : read;
    }
}
