package io.hawser.local.demo;

/** The result of a step. */
public record StepResult(String name, long ms, boolean ok, String detail) {}
