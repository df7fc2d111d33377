/**
 * Each volume's command against what the controller plugin did. A package is a subject, and holds its rules: they are
 * pure. Below it are its tables ({@code db}), its records ({@code kafka}), its calls ({@code csi}) and the loops that
 * lock, decide and store ({@code work}).
 */
package io.hawser.volume;
