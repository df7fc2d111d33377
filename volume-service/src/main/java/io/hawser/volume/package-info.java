/**
 * Brings volumes from commands to controller calls. Each package has one subject and its pure rules. Subpackages have
 * its tables ({@code db}), its records ({@code kafka}), its calls ({@code csi}) and the loops that lock, decide and
 * store ({@code work}).
 */
@NullMarked
package io.hawser.volume;

import org.jspecify.annotations.NullMarked;
