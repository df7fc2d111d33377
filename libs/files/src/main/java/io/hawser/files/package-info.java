/** Files that survive a crash of the machine. */
package io.hawser.files;
