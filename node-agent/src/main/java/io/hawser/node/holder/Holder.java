package io.hawser.node.holder;

/**
 * A process that keeps a mount busy.
 *
 * @param command its short name; the arguments are left out, because they may contain secrets
 */
public record Holder(long pid, String command, Use use) {
    /** How the process uses the mount, the strongest use first. */
    public enum Use {
        OPEN_FILES("has files in it open"),
        WORKING_FOLDER("has its working folder in it"),
        PROGRAM("runs a program from it"),
        OTHER_NAMESPACE("has it mounted in a mount namespace of its own");

        private final String words;

        Use(String words) {
            this.words = words;
        }
    }

    @Override
    public String toString() {
        return "process " + pid + " (" + command + ") " + use.words;
    }
}
