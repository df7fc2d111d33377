/** The kernel's mount table, and deletions that stop at what is mounted. */
@NullMarked
package io.hawser.mounts;

import org.jspecify.annotations.NullMarked;
