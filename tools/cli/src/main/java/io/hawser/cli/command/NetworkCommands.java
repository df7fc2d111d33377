package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.DeallocatorClient.Kind;
import io.hawser.cli.rest.Deletion;
import io.hawser.cli.text.DeletionText;
import io.hawser.cli.text.Table;
import io.hawser.v1.Network;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
        name = "network",
        description = "Creates, shows and marks for deletion the networks of services.",
        subcommands = {
            NetworkCommands.Create.class,
            NetworkCommands.Remove.class,
            NetworkCommands.ListAll.class,
            NetworkCommands.Status.class
        })
final class NetworkCommands {

    @Command(
            name = "create",
            description = "Writes a network's record.",
            footerHeading = RecordFile.FOOTER,
            footer = "  name: net")
    static final class Create extends CreateCommand<Network> {
        Create() {
            super(Kind.NETWORK, HawserTopic.NETWORKS, Network.getDefaultInstance());
        }

        @Override
        Network record(String name) {
            return Network.newBuilder().setName(name).build();
        }

        @Override
        String name(Network network) {
            return network.getName();
        }

        @Override
        boolean marked(Network network) {
            return network.getPendingDelete();
        }

        @Override
        Network content(Network network) {
            return network;
        }

        @Override
        boolean shows(JsonNode shown, Network network) {
            return true;
        }
    }

    @Command(
            name = "remove",
            aliases = {"rm", "delete"},
            description = "Marks a network for deletion, which happens when no service refers to it.")
    static final class Remove extends RemoveCommand<Network> {
        Remove() {
            super(Kind.NETWORK, HawserTopic.NETWORKS, Network.getDefaultInstance());
        }

        @Override
        Network marked(Network network) {
            return network.toBuilder().setPendingDelete(true).build();
        }
    }

    @Command(
            name = "list",
            aliases = {"ls", "get"},
            description = "Shows networks, and what those marked for deletion wait for.")
    static final class ListAll extends ListCommand<JsonNode> {
        ListAll() {
            super(
                    "network",
                    network -> network.path("name").asText(),
                    JsonNode::toPrettyString,
                    () -> new Table("NETWORK", "DELETION", "MESSAGE"),
                    ListAll::row);
        }

        @Override
        Stream<JsonNode> all(Session session) {
            return session.deletions().list(Kind.NETWORK);
        }

        @Override
        String none() {
            return "no networks; `./hawser network create NAME` makes one";
        }

        private static void row(Table table, JsonNode network) {
            table.row(
                    network.path("name").asText(),
                    network.path("deletion").path("state").asText(),
                    network.path("deletion").path("message").asText());
        }
    }

    @Command(
            name = "status",
            aliases = {"describe", "inspect"},
            description =
                    "Shows which services hold networks, and what is still to be read before they are deallocated.")
    static final class Status extends StatusOfNamed<JsonNode> {
        Status() {
            super(
                    Kind.NETWORK.word(),
                    (_, found) -> DeletionText.network(Deletion.parse(found)),
                    JsonNode::toPrettyString);
        }

        @Override
        Optional<JsonNode> find(Session session, String name) {
            return session.deletions().one(Kind.NETWORK, name);
        }
    }
}
