/** Files that survive the machine. */
package io.hawser.files;
