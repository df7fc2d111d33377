package io.hawser.bench.report;

/** The result of a bench. */
public interface Report {
    /** In one line. */
    String json();

    /** For people; the last line ends without a line feed. */
    String table();
}
