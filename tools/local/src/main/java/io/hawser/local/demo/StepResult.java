package io.hawser.local.demo;

public record StepResult(String name, long ms, boolean ok, String detail) {}
