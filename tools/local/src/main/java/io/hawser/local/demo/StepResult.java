package io.hawser.local.demo;

/** How a step went. */
public record StepResult(String name, long ms, boolean ok, String detail) {}
