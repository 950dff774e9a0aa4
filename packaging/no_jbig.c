/* Stands for libjbig, which the Linux package of tesserocr brings along under the GPL. libtiff asks it for JBIG,
 * a packing of fax pictures. Decoding fails with an error here, so such a picture is refused; nothing of the
 * library itself is needed. The names and types are those that libtiff calls. */

#include <stddef.h>

enum { NOT_SUPPORTED = 1 };

void jbg_dec_init(void *decoder) { (void)decoder; }

void jbg_newlen(unsigned char *data, size_t length) { (void)data; (void)length; }

int jbg_dec_in(void *decoder, unsigned char *data, size_t length, size_t *used)
{
    (void)decoder; (void)data; (void)length; (void)used;
    return NOT_SUPPORTED;
}

const char *jbg_strerror(int code) { (void)code; return "JBIG is not supported"; }

long jbg_dec_getsize(const void *decoder) { (void)decoder; return 0; }

unsigned char *jbg_dec_getimage(const void *decoder, int plane) { (void)decoder; (void)plane; return NULL; }

void jbg_dec_free(void *decoder) { (void)decoder; }

void jbg_enc_init(void *encoder, unsigned long width, unsigned long height, int planes, unsigned char **plane,
                  void (*out)(unsigned char *, size_t, void *), void *file)
{
    (void)encoder; (void)width; (void)height; (void)planes; (void)plane; (void)out; (void)file;
}

void jbg_enc_out(void *encoder) { (void)encoder; }

void jbg_enc_free(void *encoder) { (void)encoder; }
