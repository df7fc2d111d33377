package io.hawser.bench.report;

/** The result of a bench. */
public interface Report {
    /** In one line. */
    String json();
}
