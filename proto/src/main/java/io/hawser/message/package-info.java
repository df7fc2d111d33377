/** Messages that several services write, made in one place so that all services write them alike. */
package io.hawser.message;
