package io.hawser.deploy;

import io.hawser.embedded.broker.BrokerProcess;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.tools.AclCommand;

/** A broker on which each principal of the table has a password of its own, and may do what the table says. */
final class Logins {
    private final Map<String, String> passwords = new TreeSet<>(
                    AclTable.read(true).principals())
            .stream().collect(Collectors.toMap(each -> each, each -> UUID.randomUUID()
                    .toString()));
    private final BrokerProcess broker;

    Logins(BrokerProcess broker) {
        this.broker = broker.withLogins(passwords);
    }

    /** As an operator does, but for the JVM of each call. */
    void grant(String... options) {
        PrintStream out = System.out;
        // It repeats each ACL, and then all that there are.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Exit.setExitProcedure((status, message) -> {
            throw new AssertionError("the tool ends with " + status + ": " + message);
        });
        AclTable.commands(options).forEach(command -> {
            String[] arguments = new String[command.size() + 2];
            arguments[0] = "--bootstrap-server";
            arguments[1] = broker.bootstrapServers();
            for (int i = 0; i < command.size(); i++) {
                arguments[i + 2] = command.get(i);
            }
            AclCommand.main(arguments);
        });
        Exit.resetExitProcedure();
        System.setOut(out);
    }

    void revoke(String principal, String topic, AclOperation operation)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.deleteAcls(List.of(rule(principal, topic, operation).toFilter()))
                    .all()
                    .get();
        }
    }

    void giveBack(String principal, String topic, AclOperation operation)
            throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createAcls(List.of(rule(principal, topic, operation))).all().get();
        }
    }

    private static AclBinding rule(String principal, String topic, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:" + principal, "*", operation, AclPermissionType.ALLOW));
    }

    /** Settings of a client. */
    Map<String, Object> client(String principal) {
        return client(broker.loginServers(), principal, passwords.get(principal));
    }

    /** Settings of a client of any broker. */
    static Map<String, Object> client(String servers, String principal, String password) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", servers));
        credentials(principal, password)
                .forEach((name, value) -> settings.put(
                        name.replaceFirst("^KAFKA_", "")
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '.'),
                        value));
        return settings;
    }

    /** The variables of a secret. */
    Map<String, String> credentials(String principal) {
        return credentials(principal, passwords.get(principal));
    }

    private static Map<String, String> credentials(String principal, String password) {
        return Map.of(
                "KAFKA_SECURITY_PROTOCOL",
                "SASL_PLAINTEXT",
                "KAFKA_SASL_MECHANISM",
                "PLAIN",
                "KAFKA_SASL_JAAS_CONFIG",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=" + principal
                        + " password=\"" + password + "\";");
    }
}
