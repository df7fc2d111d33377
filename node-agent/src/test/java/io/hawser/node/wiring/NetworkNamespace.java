package io.hawser.node.wiring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of its own for a process, joined with this machine's by one link. An address of the loopback interface
 * takes its place where this process is not root or the machine has no {@code ip}; who uses it says which it was.
 */
final class NetworkNamespace implements AutoCloseable {
    private final String name;
    private final boolean made;
    private final String address;

    private NetworkNamespace(String name, boolean made, String address) {
        this.name = name;
        this.made = made;
        this.address = address;
    }

    /** @param number from 1; tells the namespaces of one test apart */
    static NetworkNamespace make(int number) {
        String name = "hw" + ProcessHandle.current().pid() + "-" + number;
        String net = "10.231." + (ProcessHandle.current().pid() % 250) + ".";
        String ours = net + (4 * number + 1);
        String theirs = net + (4 * number + 2);
        boolean made = canMake();
        if (made) {
            List<List<String>> steps = List.of(
                    List.of("ip", "netns", "add", name),
                    List.of("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name),
                    List.of("ip", "address", "add", ours + "/30", "dev", name),
                    List.of("ip", "link", "set", name, "up"),
                    List.of("ip", "-n", name, "address", "add", theirs + "/30", "dev", "eth0"),
                    List.of("ip", "-n", name, "link", "set", "eth0", "up"),
                    List.of("ip", "-n", name, "link", "set", "lo", "up"));
            for (List<String> step : steps) {
                if (!run(step.toArray(String[]::new))) {
                    throw new IllegalStateException(String.join(" ", step));
                }
            }
        }
        return new NetworkNamespace(name, made, made ? theirs : "127.0.0." + (number + 1));
    }

    private static boolean canMake() {
        return "root".equals(System.getProperty("user.name")) && run("ip", "-V");
    }

    /** Where a process inside can be reached. */
    String address() {
        return address;
    }

    /** The command that runs this one inside. */
    List<String> inside(List<String> command) {
        List<String> all = new ArrayList<>(made ? List.of("ip", "netns", "exec", name) : List.of());
        all.addAll(command);
        return all;
    }

    @Override
    public String toString() {
        return (made ? "namespace " + name : "no namespace") + " at " + address;
    }

    @Override
    public void close() {
        if (made && !run("ip", "netns", "delete", name)) {
            throw new IllegalStateException("namespace " + name + " stays");
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
