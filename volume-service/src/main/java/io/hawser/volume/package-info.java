/**
 * Each volume's wish against what the controller plugin did. {@code lifecycle}, {@code claim}, {@code command} and
 * {@code spec} decide and are pure; {@code intake} takes records in, {@code work} carries decisions out,
 * {@code controller} calls plugins, {@code report} says what became of it, {@code store} keeps it.
 */
package io.hawser.volume;
