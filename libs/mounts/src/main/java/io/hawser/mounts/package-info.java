/** The kernel's mount table. */
package io.hawser.mounts;
