<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES" sourcelanguage="en_GB">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Carrel</source>
        <translation>Acerca de Carrel</translation>
    </message>
    <message>
        <source>Carrel {version}, licence {licence}</source>
        <translation>Carrel {version}, licencia {licence}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Licence: {0}</source>
        <translation>Licencia: {0}</translation>
    </message>
    <message>
        <source>Parts of Carrel</source>
        <translation>Partes de Carrel</translation>
    </message>
    <message>
        <source>Source: {0}</source>
        <translation>Código fuente: {0}</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>Texto de la licencia</translation>
    </message>
    <message>
        <source>The text of this licence is not part of the package; its name stands below.</source>
        <translation>El texto de esta licencia no viene con el paquete; su nombre está abajo.</translation>
    </message>
    <message>
        <source>Your own documents answer questions on this computer. Carrel is made of these parts:</source>
        <translation>Tus propios documentos responden preguntas en este equipo. Carrel está hecho de estas partes:</translation>
    </message>
</context>
<context>
    <name>AddController</name>
    <message>
        <source>... and {0} more.</source>
        <translation>... y {0} más.</translation>
    </message>
    <message>
        <source>Added {0}.</source>
        <translation>Añadidos: {0}.</translation>
    </message>
    <message>
        <source>Left out {0}.</source>
        <translation>Omitidos: {0}.</translation>
    </message>
    <message>
        <source>Nothing to add was found there.</source>
        <translation>Ahí no había nada que añadir.</translation>
    </message>
    <message>
        <source>{0} already in the library, unchanged.</source>
        <translation>Ya en la biblioteca, sin cambios: {0}.</translation>
    </message>
    <message>
        <source>{0} changed and will be read again.</source>
        <translation>Han cambiado y se leerán de nuevo: {0}.</translation>
    </message>
    <message>
        <source>{0} moved: known at the new place now.</source>
        <translation>Movidos, ya con su nueva ubicación: {0}.</translation>
    </message>
</context>
<context>
    <name>AnswerBody</name>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>In the documents' own words</source>
        <translation>Con las palabras de los documentos</translation>
    </message>
    <message>
        <source>These are quotations, word for word; none of it was written by a model.</source>
        <translation>Son citas al pie de la letra; nada de ello lo ha escrito un modelo.</translation>
    </message>
</context>
<context>
    <name>AnswersPage</name>
    <message>
        <source>For example: Use British spelling. Call the members “readers”. Give times as 9:15 pm.</source>
        <translation>Por ejemplo: Escribe con la ortografía de México. Llama “lectores” a los socios. Da las horas como 21:15.</translation>
    </message>
    <message>
        <source>How answers should be worded</source>
        <translation>Cómo deben redactarse las respuestas</translation>
    </message>
    <message>
        <source>What the chat model should know when it words an answer from this library: tone, spelling, names you use. It changes no facts: every sentence is still checked against your documents.</source>
        <translation>Lo que el modelo de chat debe saber al redactar una respuesta de esta biblioteca: tono, ortografía, nombres que usas. No cambia los hechos: cada frase se sigue comprobando con tus documentos.</translation>
    </message>
    <message>
        <source>{n} of {most} characters</source>
        <translation>{n} de {most} caracteres</translation>
    </message>
    <message>
        <source>{n} of {most} characters. Only the text up to “…{end}” is used.</source>
        <translation>{n} de {most} caracteres. Solo se usa el texto hasta “…{end}”.</translation>
    </message>
</context>
<context>
    <name>AskView</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nueva</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
</context>
<context>
    <name>CodeBox</name>
    <message>
        <source>Table or code in the answer</source>
        <translation>Tabla o código en la respuesta</translation>
    </message>
</context>
<context>
    <name>CollectionTargets</name>
    <message>
        <source>Collections to move to</source>
        <translation>Colecciones a las que mover</translation>
    </message>
    <message>
        <source>Drop on a collection to move</source>
        <translation>Suelta en una colección para mover</translation>
    </message>
</context>
<context>
    <name>CollectionsView</name>
    <message>
        <source>"{0}" and its {1} leave the library. The files on disk stay.</source>
        <translation>“{0}” y su contenido ({1}) salen de la biblioteca. Los archivos del disco se quedan.</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Todos los documentos</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Colección</translation>
    </message>
    <message>
        <source>Manage collections</source>
        <translation>Gestionar colecciones</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Nueva colección</translation>
    </message>
    <message>
        <source>New collection...</source>
        <translation>Nueva colección...</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove collection...</source>
        <translation>Quitar colección...</translation>
    </message>
    <message>
        <source>Remove the collection?</source>
        <translation>¿Quitar la colección?</translation>
    </message>
    <message>
        <source>Rename collection</source>
        <translation>Cambiar el nombre de la colección</translation>
    </message>
    <message>
        <source>Rename...</source>
        <translation>Cambiar nombre...</translation>
    </message>
    <message>
        <source>The whole library</source>
        <translation>Toda la biblioteca</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Preguntar (Intro)</translation>
    </message>
    <message>
        <source>Ask your documents</source>
        <translation>Pregunta a tus documentos</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>This question has {n} characters; up to {most} can be asked at once.</source>
        <translation>Esta pregunta tiene {n} caracteres; se pueden preguntar hasta {most} de una vez.</translation>
    </message>
</context>
<context>
    <name>ConfirmDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>Conversations you have are kept here.</source>
        <translation>Aquí se guardan tus conversaciones.</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
    <message>
        <source>No conversation has these words.</source>
        <translation>Ninguna conversación tiene estas palabras.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removed “{title}”</source>
        <translation>Se ha quitado “{title}”</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Cambiar nombre</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>Buscar conversaciones</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Untitled conversation</source>
        <translation>Conversación sin título</translation>
    </message>
</context>
<context>
    <name>ConversationRemovals</name>
    <message>
        <source>Removed the conversation “{0}”</source>
        <translation>Se ha quitado la conversación “{0}”</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>ConversationShelf</name>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>Opens the list of kept conversations</source>
        <translation>Abre la lista de conversaciones guardadas</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
    <message>
        <source>Details of the fault</source>
        <translation>Detalles del fallo</translation>
    </message>
    <message>
        <source>Something went wrong in Carrel</source>
        <translation>Algo ha fallado en Carrel</translation>
    </message>
    <message>
        <source>This is a fault in the program, not something you did. Your documents and your library are safe. You can go on working; if it happens again, please report it with the details below. Nothing is sent anywhere by itself.</source>
        <translation>Es un fallo del programa, no algo que hayas hecho tú. Tus documentos y tu biblioteca están a salvo. Puedes seguir trabajando; si vuelve a ocurrir, comunícalo con los detalles de abajo. Nada se envía por sí solo.</translation>
    </message>
</context>
<context>
    <name>Deflection</name>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Ask about it</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Ask this question about {title}</source>
        <translation>Hacer esta pregunta sobre {title}</translation>
    </message>
    <message>
        <source>Closest, but does not answer this</source>
        <translation>Lo más cercano, pero no responde a esto</translation>
    </message>
    <message>
        <source>Maybe try</source>
        <translation>Quizá probar</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open {title}</source>
        <translation>Abrir {title}</translation>
    </message>
    <message>
        <source>Your documents do not seem to answer this.</source>
        <translation>Tus documentos no parecen responder a esto.</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Author</source>
        <translation>Autor</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Colección</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copia</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Codificación</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>No leído</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Pasajes</translation>
    </message>
    <message>
        <source>Read on</source>
        <translation>Leído el</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>found in the name of the file</source>
        <translation>encontrada en el nombre del archivo</translation>
    </message>
    <message>
        <source>found in the text</source>
        <translation>encontrada en el texto</translation>
    </message>
    <message>
        <source>stated at the top of the document</source>
        <translation>indicada al principio del documento</translation>
    </message>
    <message>
        <source>stated in the file</source>
        <translation>indicada en el archivo</translation>
    </message>
    <message>
        <source>the time of the file</source>
        <translation>la fecha del archivo</translation>
    </message>
    <message>
        <source>{0}, all of them read</source>
        <translation>{0}, todas leídas</translation>
    </message>
    <message>
        <source>{0}, of which {1} are without readable text</source>
        <translation>{0}, de ellas {1} sin texto legible</translation>
    </message>
    <message>
        <source>{0}, of which {1} can be found by meaning so far</source>
        <translation>{0}, de ellos {1} ya se encuentran por su significado</translation>
    </message>
</context>
<context>
    <name>DetailsDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Details of the document</source>
        <translation>Detalles del documento</translation>
    </message>
</context>
<context>
    <name>DeviceChoice</name>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Looking for graphics processors...</source>
        <translation>Buscando procesadores gráficos...</translation>
    </message>
    <message>
        <source>Models run on</source>
        <translation>Los modelos funcionan en</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
</context>
<context>
    <name>DocumentActions</name>
    <message>
        <source>Actions on documents</source>
        <translation>Acciones sobre documentos</translation>
    </message>
    <message>
        <source>Ask about these</source>
        <translation>Preguntar sobre estos</translation>
    </message>
    <message>
        <source>Ask about this</source>
        <translation>Preguntar sobre este</translation>
    </message>
    <message>
        <source>Details...</source>
        <translation>Detalles...</translation>
    </message>
    <message>
        <source>Enter password...</source>
        <translation>Escribir la contraseña...</translation>
    </message>
    <message>
        <source>Its text can still be read and searched here.</source>
        <translation>Su texto se puede seguir leyendo y buscando aquí.</translation>
    </message>
    <message>
        <source>Move to collection</source>
        <translation>Mover a una colección</translation>
    </message>
    <message>
        <source>Moved {0} to “{1}”.</source>
        <translation>Movido a “{1}”: {0}.</translation>
    </message>
    <message>
        <source>No program opens this file</source>
        <translation>Ningún programa abre este archivo</translation>
    </message>
    <message>
        <source>Open in reader</source>
        <translation>Abrir en el lector</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Abrir el original</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Leer de nuevo</translation>
    </message>
    <message>
        <source>Read with another encoding...</source>
        <translation>Leer con otra codificación...</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Quitar de la biblioteca</translation>
    </message>
    <message>
        <source>Remove from the library?</source>
        <translation>¿Quitar de la biblioteca?</translation>
    </message>
    <message>
        <source>Removed {0} from the library. The files on disk stay.</source>
        <translation>Quitado de la biblioteca: {0}. Los archivos del disco se quedan.</translation>
    </message>
    <message>
        <source>Reveal in folder</source>
        <translation>Mostrar en su carpeta</translation>
    </message>
    <message>
        <source>Reveal it in its folder and open it from there.</source>
        <translation>Muéstralo en su carpeta y ábrelo desde ahí.</translation>
    </message>
    <message>
        <source>The file has moved</source>
        <translation>El archivo se ha movido</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>{0} is not there any more.</source>
        <translation>{0} ya no está ahí.</translation>
    </message>
    <message>
        <source>{0} will no longer be found or cited. The files on disk stay.</source>
        <translation>Ya no se encontrará ni se citará: {0}. Los archivos del disco se quedan.</translation>
    </message>
    <message>
        <source>“{0}” has these files already.</source>
        <translation>“{0}” ya tiene estos archivos.</translation>
    </message>
</context>
<context>
    <name>DocumentCard</name>
    <message>
        <source>Ask about it</source>
        <translation>Preguntar sobre él</translation>
    </message>
    <message>
        <source>Ask about {title}</source>
        <translation>Preguntar sobre {title}</translation>
    </message>
</context>
<context>
    <name>DocumentList</name>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
</context>
<context>
    <name>EmptyView</name>
    <message>
        <source>A quiet place to read</source>
        <translation>Un lugar tranquilo para leer</translation>
    </message>
    <message>
        <source>Add documents, then ask about them. Everything stays on this computer.</source>
        <translation>Añade documentos y pregunta sobre ellos. Todo se queda en este equipo.</translation>
    </message>
    <message>
        <source>Ask: {question}</source>
        <translation>Preguntar: {question}</translation>
    </message>
    <message>
        <source>Carrel answers from your documents and shows where each sentence comes from.</source>
        <translation>Carrel responde a partir de tus documentos y muestra de dónde sale cada frase.</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Elegir archivos…</translation>
    </message>
    <message>
        <source>Drop files or folders here</source>
        <translation>Suelta aquí archivos o carpetas</translation>
    </message>
    <message>
        <source>What would you like to know?</source>
        <translation>¿Qué te gustaría saber?</translation>
    </message>
    <message>
        <source>You could ask</source>
        <translation>Podrías preguntar</translation>
    </message>
</context>
<context>
    <name>EncodingDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Codificación</translation>
    </message>
    <message>
        <source>It was last read as {0}.</source>
        <translation>La última vez se leyó como {0}.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Leer de nuevo</translation>
    </message>
    <message>
        <source>Read with another encoding</source>
        <translation>Leer con otra codificación</translation>
    </message>
    <message>
        <source>Where {0} shows wrong letters, choose how it was written.</source>
        <translation>Si {0} muestra letras equivocadas, elige cómo se escribió.</translation>
    </message>
</context>
<context>
    <name>ExportMenu</name>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Write this conversation to a file</source>
        <translation>Guardar esta conversación en un archivo</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Cerrar la búsqueda (Esc)</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>Buscar en este documento</translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation>Lugar siguiente (Intro)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No se encuentra</translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation>Lugar anterior (Mayús+Intro)</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} de {total}</translation>
    </message>
</context>
<context>
    <name>FirstStart</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Drop documents in, ask in plain words, and see the passage behind every sentence. Everything happens on this computer; nothing is sent anywhere.</source>
        <translation>Suelta documentos, pregunta con palabras corrientes y mira el pasaje que hay detrás de cada frase. Todo ocurre en este equipo; nada se envía a ninguna parte.</translation>
    </message>
    <message>
        <source>Models ready: {0}</source>
        <translation>Modelos listos: {0}</translation>
    </message>
    <message>
        <source>Models still to get: {0}. Until then Carrel finds by words and quotes.</source>
        <translation>Modelos que faltan: {0}. Hasta entonces, Carrel busca por palabras y cita.</translation>
    </message>
    <message>
        <source>Models...</source>
        <translation>Modelos...</translation>
    </message>
    <message>
        <source>Start on my own</source>
        <translation>Empezar por mi cuenta</translation>
    </message>
    <message>
        <source>Try the sample library</source>
        <translation>Probar la biblioteca de ejemplo</translation>
    </message>
    <message>
        <source>Welcome to Carrel</source>
        <translation>Te damos la bienvenida a Carrel</translation>
    </message>
    <message>
        <source>Your library is kept in {0}</source>
        <translation>Tu biblioteca se guarda en {0}</translation>
    </message>
</context>
<context>
    <name>FlowText</name>
    <message>
        <source>(not supported)</source>
        <translation>(sin respaldo)</translation>
    </message>
    <message>
        <source>No passage of your documents was found that supports this sentence.</source>
        <translation>No se ha encontrado en tus documentos ningún pasaje que respalde esta frase.</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Carrel help</source>
        <translation>Ayuda de Carrel</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Borrar la búsqueda</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Contenido</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>Página de ayuda</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>No se ha encontrado nada</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Buscar en la ayuda</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
</context>
<context>
    <name>LibraryEmpty</name>
    <message>
        <source>Choose a folder...</source>
        <translation>Elegir una carpeta...</translation>
    </message>
    <message>
        <source>Choose files...</source>
        <translation>Elegir archivos...</translation>
    </message>
    <message>
        <source>Drop files or folders here</source>
        <translation>Suelta aquí archivos o carpetas</translation>
    </message>
    <message>
        <source>PDF, Word, text, web pages, mail and more. They stay where they are, on this computer.</source>
        <translation>PDF, Word, texto, páginas web, correo y más. Se quedan donde están, en este equipo.</translation>
    </message>
    <message>
        <source>Try the sample library</source>
        <translation>Probar la biblioteca de ejemplo</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>A backup is one file with every text, conversation and setting of the library. Before a backup is restored it is checked, and the library it replaces is kept.</source>
        <translation>Una copia de seguridad es un solo archivo con todos los textos, conversaciones y ajustes de la biblioteca. Antes de restaurarla se comprueba, y se conserva la biblioteca a la que sustituye.</translation>
    </message>
    <message>
        <source>Back up the library</source>
        <translation>Hacer copia de seguridad de la biblioteca</translation>
    </message>
    <message>
        <source>Back up...</source>
        <translation>Hacer copia...</translation>
    </message>
    <message>
        <source>Carrel libraries (*{0})</source>
        <translation>Bibliotecas de Carrel (*{0})</translation>
    </message>
    <message>
        <source>Check the library</source>
        <translation>Comprobar la biblioteca</translation>
    </message>
    <message>
        <source>Check this installation</source>
        <translation>Comprobar esta instalación</translation>
    </message>
    <message>
        <source>Checking the backup...</source>
        <translation>Comprobando la copia...</translation>
    </message>
    <message>
        <source>Checking...</source>
        <translation>Comprobando...</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compactar</translation>
    </message>
    <message>
        <source>Compacting...</source>
        <translation>Compactando...</translation>
    </message>
    <message>
        <source>Copying...</source>
        <translation>Copiando...</translation>
    </message>
    <message>
        <source>Damaged: {0}</source>
        <translation>Dañado: {0}</translation>
    </message>
    <message>
        <source>Documents and conversations become those of {0}. The library as it is now is kept as a file beside it.</source>
        <translation>Los documentos y conversaciones pasan a ser los de {0}. La biblioteca tal como está ahora se conserva en un archivo a su lado.</translation>
    </message>
    <message>
        <source>Everything is kept in {0}</source>
        <translation>Todo se guarda en {0}</translation>
    </message>
    <message>
        <source>Gives the space of removed documents back to the disk.</source>
        <translation>Devuelve al disco el espacio de los documentos quitados.</translation>
    </message>
    <message>
        <source>Looking through the library...</source>
        <translation>Revisando la biblioteca...</translation>
    </message>
    <message>
        <source>Looks through every part of the library file; your documents are not touched.</source>
        <translation>Revisa todas las partes del archivo de la biblioteca; tus documentos no se tocan.</translation>
    </message>
    <message>
        <source>Not working</source>
        <translation>No funciona</translation>
    </message>
    <message>
        <source>Open data folder</source>
        <translation>Abrir la carpeta de datos</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparar</translation>
    </message>
    <message>
        <source>Repaired: {0}</source>
        <translation>Reparado: {0}</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Sustituir</translation>
    </message>
    <message>
        <source>Replace the library?</source>
        <translation>¿Sustituir la biblioteca?</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Restaurar una copia</translation>
    </message>
    <message>
        <source>Restore...</source>
        <translation>Restaurar...</translation>
    </message>
    <message>
        <source>Safe</source>
        <translation>A salvo</translation>
    </message>
    <message>
        <source>Saved {0}, {1}.</source>
        <translation>Guardado: {0}, {1}.</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>Pequeña</translation>
    </message>
    <message>
        <source>Some damage is left: restore a backup.</source>
        <translation>Queda algún daño: restaura una copia de seguridad.</translation>
    </message>
    <message>
        <source>Some parts do not work here.</source>
        <translation>Algunas partes no funcionan aquí.</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sana</translation>
    </message>
    <message>
        <source>The library as it was is kept as {0}.</source>
        <translation>La biblioteca tal como estaba se conserva como {0}.</translation>
    </message>
    <message>
        <source>The library is sound.</source>
        <translation>La biblioteca está sana.</translation>
    </message>
    <message>
        <source>This installation</source>
        <translation>Esta instalación</translation>
    </message>
    <message>
        <source>{0} are back. The library before is kept as {1}.</source>
        <translation>Recuperados: {0}. La biblioteca anterior se conserva como {1}.</translation>
    </message>
    <message>
        <source>{0} before, {1} now.</source>
        <translation>{0} antes, {1} ahora.</translation>
    </message>
    <message>
        <source>{0}, {1}, {2} on disk.</source>
        <translation>{0}, {1}, {2} en el disco.</translation>
    </message>
</context>
<context>
    <name>LibraryView</name>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Añadir una carpeta</translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Añadir documentos</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Añadir archivos</translation>
    </message>
    <message>
        <source>Add files or a folder</source>
        <translation>Añadir archivos o una carpeta</translation>
    </message>
    <message>
        <source>All, read or not</source>
        <translation>Todos, leídos o no</translation>
    </message>
    <message>
        <source>By date</source>
        <translation>Por fecha</translation>
    </message>
    <message>
        <source>By path</source>
        <translation>Por ubicación</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>Por tamaño</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Por estado</translation>
    </message>
    <message>
        <source>By time added</source>
        <translation>Por momento de añadir</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>Por título</translation>
    </message>
    <message>
        <source>Descending</source>
        <translation>Descendente</translation>
    </message>
    <message>
        <source>Files...</source>
        <translation>Archivos...</translation>
    </message>
    <message>
        <source>Filter by title or path</source>
        <translation>Filtrar por título o ubicación</translation>
    </message>
    <message>
        <source>Filter documents</source>
        <translation>Filtrar documentos</translation>
    </message>
    <message>
        <source>Folder...</source>
        <translation>Carpeta...</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menú</translation>
    </message>
    <message>
        <source>No document matches.</source>
        <translation>Ningún documento coincide.</translation>
    </message>
    <message>
        <source>Not or partly read</source>
        <translation>No leídos o leídos en parte</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listos</translation>
    </message>
    <message>
        <source>Show documents by state</source>
        <translation>Mostrar documentos por estado</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Ordenar</translation>
    </message>
    <message>
        <source>Sort documents</source>
        <translation>Ordenar documentos</translation>
    </message>
    <message>
        <source>Text ready</source>
        <translation>Con texto listo</translation>
    </message>
    <message>
        <source>Waiting or being read</source>
        <translation>En espera o en lectura</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Vigilar una carpeta</translation>
    </message>
    <message>
        <source>Watch a folder...</source>
        <translation>Vigilar una carpeta...</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>About Carrel</source>
        <translation>Acerca de Carrel</translation>
    </message>
    <message>
        <source>Add a folder...</source>
        <translation>Añadir una carpeta...</translation>
    </message>
    <message>
        <source>Add files...</source>
        <translation>Añadir archivos...</translation>
    </message>
    <message>
        <source>Drop to add to the library</source>
        <translation>Suelta para añadir a la biblioteca</translation>
    </message>
    <message>
        <source>Drop to add to “{0}”</source>
        <translation>Suelta para añadir a “{0}”</translation>
    </message>
    <message>
        <source>Filter the library</source>
        <translation>Filtrar la biblioteca</translation>
    </message>
    <message>
        <source>Go to the question</source>
        <translation>Ir a la pregunta</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>New collection...</source>
        <translation>Nueva colección...</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
    <message>
        <source>New versions...</source>
        <translation>Versiones nuevas...</translation>
    </message>
    <message>
        <source>Next column</source>
        <translation>Columna siguiente</translation>
    </message>
    <message>
        <source>Previous column</source>
        <translation>Columna anterior</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Sample library</source>
        <translation>Biblioteca de ejemplo</translation>
    </message>
    <message>
        <source>Saved {0}</source>
        <translation>Guardado: {0}</translation>
    </message>
    <message>
        <source>Search passages</source>
        <translation>Buscar pasajes</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>Ajustes...</translation>
    </message>
    <message>
        <source>Show or hide the library</source>
        <translation>Mostrar u ocultar la biblioteca</translation>
    </message>
    <message>
        <source>Show or hide the sources</source>
        <translation>Mostrar u ocultar las fuentes</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>Deshacer la eliminación</translation>
    </message>
    <message>
        <source>Watch a folder...</source>
        <translation>Vigilar una carpeta...</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Details: {0}</source>
        <translation>Detalles: {0}</translation>
    </message>
    <message>
        <source>Fetching {0}</source>
        <translation>Obteniendo {0}</translation>
    </message>
    <message>
        <source>For tests only; answers are poor</source>
        <translation>Solo para pruebas; sus respuestas son malas</translation>
    </message>
    <message>
        <source>From {0}</source>
        <translation>Origen: {0}</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Obtener</translation>
    </message>
    <message>
        <source>Get again</source>
        <translation>Obtener de nuevo</translation>
    </message>
    <message>
        <source>It puts an unrelated text before a related one, {0} to {1}: it will not find well.</source>
        <translation>Pone un texto ajeno por delante de uno afín, {0} frente a {1}: no encontrará bien.</translation>
    </message>
    <message>
        <source>It works: asked for the colour of the sky it wrote “{0}”. {1} tokens a second.</source>
        <translation>Funciona: preguntado por el color del cielo, escribió «{0}». {1} tokens por segundo.</translation>
    </message>
    <message>
        <source>It works: {0} for a related text, {1} for an unrelated one. {2} passages a second.</source>
        <translation>Funciona: {0} para un texto afín, {1} para uno ajeno. {2} pasajes por segundo.</translation>
    </message>
    <message>
        <source>It wrote nothing: it is no chat model to answer with.</source>
        <translation>No escribió nada: no es un modelo de chat con el que responder.</translation>
    </message>
    <message>
        <source>Load the model and see what it does with a small task</source>
        <translation>Cargar el modelo y ver qué hace con una tarea pequeña</translation>
    </message>
    <message>
        <source>Loaded in {0} s.</source>
        <translation>Cargado en {0} s.</translation>
    </message>
    <message>
        <source>Loading the model and trying it out...</source>
        <translation>Cargando y probando el modelo...</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>Recomendado</translation>
    </message>
    <message>
        <source>Try out</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Try out: {0}</source>
        <translation>Probar: {0}</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>en uso</translation>
    </message>
    <message>
        <source>licence {0}</source>
        <translation>licencia {0}</translation>
    </message>
    <message>
        <source>needs about {0} of memory</source>
        <translation>necesita unos {0} de memoria</translation>
    </message>
    <message>
        <source>not on this computer</source>
        <translation>no está en este equipo</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>listo</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>el archivo está dañado</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
    <message>
        <source>{0} on disk</source>
        <translation>{0} en el disco</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Add a model file</source>
        <translation>Añadir un archivo de modelo</translation>
    </message>
    <message>
        <source>Add a model file (GGUF)...</source>
        <translation>Añadir un archivo de modelo (GGUF)...</translation>
    </message>
    <message>
        <source>Finding by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Getting a model is the only time Carrel uses the network, and only when you ask.</source>
        <translation>Obtener un modelo es la única ocasión en que Carrel usa la red, y solo cuando se lo pides.</translation>
    </message>
    <message>
        <source>Larger models answer better and need more memory; the one marked Recommended suits most computers.</source>
        <translation>Los modelos más grandes responden mejor y necesitan más memoria; el marcado como Recomendado sirve para la mayoría de los ordenadores.</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Archivos de modelo (*.gguf)</translation>
    </message>
    <message>
        <source>Or drop the file here. Carrel reads from it what it is for, and tries it out.</source>
        <translation>O suelta aquí el archivo. Carrel lee en él para qué sirve y lo prueba.</translation>
    </message>
    <message>
        <source>Ordering passages</source>
        <translation>Orden de los pasajes</translation>
    </message>
    <message>
        <source>Reading {0}...</source>
        <translation>Leyendo {0}...</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Use a model made for tests?</source>
        <translation>¿Usar un modelo hecho para pruebas?</translation>
    </message>
    <message>
        <source>Wording answers</source>
        <translation>Redacción de respuestas</translation>
    </message>
    <message>
        <source>{0} is for tests only: its answers are poor and often wrong.</source>
        <translation>{0} es solo para pruebas: sus respuestas son malas y a menudo falsas.</translation>
    </message>
    <message>
        <source>{0} was added to find passages by meaning.</source>
        <translation>{0} se ha añadido para buscar pasajes por su significado.</translation>
    </message>
    <message>
        <source>{0} was added to order passages.</source>
        <translation>{0} se ha añadido para ordenar pasajes.</translation>
    </message>
    <message>
        <source>{0} was added to word answers.</source>
        <translation>{0} se ha añadido para redactar respuestas.</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Close notice: {0}</source>
        <translation>Cerrar el aviso: {0}</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Ocultar detalles</translation>
    </message>
</context>
<context>
    <name>OutlineButton</name>
    <message>
        <source>Outline: the headings of this document (Ctrl+J)</source>
        <translation>Esquema: los títulos de este documento (Ctrl+J)</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Copy</source>
        <translation>Copia</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>Página {page} de {pages}</translation>
    </message>
    <message>
        <source>Select the page</source>
        <translation>Seleccionar la página</translation>
    </message>
</context>
<context>
    <name>PassageRow</name>
    <message>
        <source>Open {title}</source>
        <translation>Abrir {title}</translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Open a locked document</source>
        <translation>Abrir un documento bloqueado</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>{0} needs its password. Carrel forgets it when it is closed.</source>
        <translation>{0} necesita su contraseña. Carrel la olvida al cerrarse.</translation>
    </message>
</context>
<context>
    <name>PatternsDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>One pattern a line, for files and folders in {0}: *.log leaves out every file with that ending, drafts/ every folder of that name, /old only the one at the top. A line that starts with ! keeps what another one leaves out. Hidden and temporary files are left out anyway.</source>
        <translation>Un patrón por línea, para archivos y carpetas de {0}: *.log omite todos los archivos con esa terminación, drafts/ todas las carpetas con ese nombre, /old solo la de arriba del todo. Una línea que empieza por ! conserva lo que otra omite. Los archivos ocultos y temporales se omiten de todos modos.</translation>
    </message>
    <message>
        <source>Patterns of what is left out</source>
        <translation>Patrones de lo que se omite</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>What is left out</source>
        <translation>Lo que se omite</translation>
    </message>
</context>
<context>
    <name>Phrases</name>
    <message>
        <source>Arabic</source>
        <translation>árabe</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>catalán</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>chino</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>danés</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>neerlandés</translation>
    </message>
    <message>
        <source>English</source>
        <translation>inglés</translation>
    </message>
    <message>
        <source>FTS5 found a word</source>
        <translation>FTS5 ha encontrado una palabra</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>el archivo ya existe</translation>
    </message>
    <message>
        <source>French</source>
        <translation>francés</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>gallego</translation>
    </message>
    <message>
        <source>German</source>
        <translation>alemán</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>griego</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>hebreo</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es una carpeta</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>italiano</translation>
    </message>
    <message>
        <source>Its date</source>
        <translation>Su fecha</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>japonés</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>coreano</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>latín</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>no queda espacio en el disco</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>no existe el archivo o la carpeta</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>noruego</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>no es una carpeta</translation>
    </message>
    <message>
        <source>Page {0} is</source>
        <translation>Página {0}:</translation>
    </message>
    <message>
        <source>Pages {0} are</source>
        <translation>Páginas {0}:</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>permiso denegado</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>polaco</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>portugués</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>el sistema de archivos es de solo lectura</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>rumano</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>ruso</translation>
    </message>
    <message>
        <source>Slide {0} is</source>
        <translation>Diapositiva {0}:</translation>
    </message>
    <message>
        <source>Slides {0} are</source>
        <translation>Diapositivas {0}:</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>español</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>sueco</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>tailandés</translation>
    </message>
    <message>
        <source>The date of its file</source>
        <translation>La fecha de su archivo</translation>
    </message>
    <message>
        <source>The library</source>
        <translation>La biblioteca</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>turco</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>ucraniano</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>un modelo</translation>
    </message>
    <message>
        <source>a passage found</source>
        <translation>un pasaje encontrado</translation>
    </message>
    <message>
        <source>a picture was read; languages: {0}</source>
        <translation>se ha leído una imagen; idiomas: {0}</translation>
    </message>
    <message>
        <source>a profile that ships with Carrel</source>
        <translation>un perfil que viene con Carrel</translation>
    </message>
    <message>
        <source>a reader process read a file</source>
        <translation>un proceso lector ha leído un archivo</translation>
    </message>
    <message>
        <source>a text in it is impossibly long</source>
        <translation>contiene un texto imposible de largo</translation>
    </message>
    <message>
        <source>at {0}</source>
        <translation>en {0}</translation>
    </message>
    <message>
        <source>attached message “{0}”</source>
        <translation>mensaje adjunto “{0}”</translation>
    </message>
    <message>
        <source>attachment {0}</source>
        <translation>adjunto {0}</translation>
    </message>
    <message>
        <source>because a newer version of it was found</source>
        <translation>porque se ha encontrado una versión más nueva</translation>
    </message>
    <message>
        <source>because it is another version than you ask for</source>
        <translation>porque es otra versión que aquella por la que preguntas</translation>
    </message>
    <message>
        <source>because it is in the language of your question</source>
        <translation>porque está en el idioma de tu pregunta</translation>
    </message>
    <message>
        <source>because it is the version you ask for</source>
        <translation>porque es la versión por la que preguntas</translation>
    </message>
    <message>
        <source>because your question names its collection</source>
        <translation>porque tu pregunta nombra su colección</translation>
    </message>
    <message>
        <source>cell {0}</source>
        <translation>celda {0}</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>chat</translation>
    </message>
    <message>
        <source>close in meaning to the whole document (cosine {0})</source>
        <translation>cercano en significado al documento entero (coseno {0})</translation>
    </message>
    <message>
        <source>closeness in meaning</source>
        <translation>la cercanía de significado</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>comentario</translation>
    </message>
    <message>
        <source>comment {0}</source>
        <translation>comentario {0}</translation>
    </message>
    <message>
        <source>each hop takes {0}</source>
        <translation>cada salto quita un {0}</translation>
    </message>
    <message>
        <source>embedder</source>
        <translation>significado</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>significado</translation>
    </message>
    <message>
        <source>endnote {0}</source>
        <translation>nota final {0}</translation>
    </message>
    <message>
        <source>footer</source>
        <translation>pie de página</translation>
    </message>
    <message>
        <source>footnote {0}</source>
        <translation>nota al pie {0}</translation>
    </message>
    <message>
        <source>form field</source>
        <translation>campo de formulario</translation>
    </message>
    <message>
        <source>has</source>
        <translation>contiene</translation>
    </message>
    <message>
        <source>have</source>
        <translation>contienen</translation>
    </message>
    <message>
        <source>header</source>
        <translation>encabezado</translation>
    </message>
    <message>
        <source>header or footer</source>
        <translation>encabezado o pie de página</translation>
    </message>
    <message>
        <source>in a folder that “{0}” keeps in step</source>
        <translation>en una carpeta que “{0}” sincroniza</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>tiene demasiados niveles</translation>
    </message>
    <message>
        <source>is not a valid pattern: {0}</source>
        <translation>no es un patrón válido: {0}</translation>
    </message>
    <message>
        <source>is not known</source>
        <translation>no se conoce</translation>
    </message>
    <message>
        <source>is not valid TOML: {0}</source>
        <translation>no es TOML válido: {0}</translation>
    </message>
    <message>
        <source>it answered with status {0}</source>
        <translation>ha respondido con el estado {0}</translation>
    </message>
    <message>
        <source>it cannot be reached ({0})</source>
        <translation>no se llega a él ({0})</translation>
    </message>
    <message>
        <source>it delivered another file than the catalogue describes</source>
        <translation>ha entregado un archivo distinto del que describe el catálogo</translation>
    </message>
    <message>
        <source>it delivers another, longer file</source>
        <translation>entrega otro archivo, más largo</translation>
    </message>
    <message>
        <source>it does not start with GGUF</source>
        <translation>no empieza por GGUF</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>termina antes de tiempo</translation>
    </message>
    <message>
        <source>it needs Python's package installer pip, which is not here</source>
        <translation>necesita el instalador de paquetes de Python, pip, que no está aquí</translation>
    </message>
    <message>
        <source>its header is damaged</source>
        <translation>su cabecera está dañada</translation>
    </message>
    <message>
        <source>its version is {0}</source>
        <translation>su versión es {0}</translation>
    </message>
    <message>
        <source>less</source>
        <translation>menos</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>línea {0}</translation>
    </message>
    <message>
        <source>message {0}</source>
        <translation>mensaje {0}</translation>
    </message>
    <message>
        <source>more</source>
        <translation>más</translation>
    </message>
    <message>
        <source>must be a list of tables</source>
        <translation>debe ser una lista de tablas</translation>
    </message>
    <message>
        <source>must be a list of texts</source>
        <translation>debe ser una lista de textos</translation>
    </message>
    <message>
        <source>must be a number from {0} to {1}</source>
        <translation>debe ser un número de {0} a {1}</translation>
    </message>
    <message>
        <source>must be a table</source>
        <translation>debe ser una tabla</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>debe ser un texto</translation>
    </message>
    <message>
        <source>must be a whole number from {0} to {1}</source>
        <translation>debe ser un número entero de {0} a {1}</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>debe ser uno de {0}</translation>
    </message>
    <message>
        <source>must be one word of three letters or more, or with a digit</source>
        <translation>debe ser una palabra de tres letras o más, o con una cifra</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>debe ser true o false</translation>
    </message>
    <message>
        <source>must not have blank names</source>
        <translation>no debe tener nombres en blanco</translation>
    </message>
    <message>
        <source>no answer within {0} seconds</source>
        <translation>sin respuesta en {0} segundos</translation>
    </message>
    <message>
        <source>no package index that can be reached has it</source>
        <translation>ningún índice de paquetes accesible lo tiene</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>ninguno todavía</translation>
    </message>
    <message>
        <source>not installed; pages without text are named as such</source>
        <translation>no instalado; las páginas sin texto se indican como tales</translation>
    </message>
    <message>
        <source>note</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>note {0}</source>
        <translation>nota {0}</translation>
    </message>
    <message>
        <source>on a network disk</source>
        <translation>en un disco de red</translation>
    </message>
    <message>
        <source>only https addresses are used</source>
        <translation>solo se usan direcciones https</translation>
    </message>
    <message>
        <source>output</source>
        <translation>salida</translation>
    </message>
    <message>
        <source>page {0}</source>
        <translation>página {0}</translation>
    </message>
    <message>
        <source>passages found, {0} hops away</source>
        <translation>pasajes encontrados, a {0} saltos</translation>
    </message>
    <message>
        <source>pip failed</source>
        <translation>pip ha fallado</translation>
    </message>
    <message>
        <source>repeats a group that repeats something itself, which can take for ever</source>
        <translation>repite un grupo que a su vez repite algo, y eso puede no acabar nunca</translation>
    </message>
    <message>
        <source>repeats without a limit (* or +) more than {0} times</source>
        <translation>repite sin límite (* o +) más de {0} veces</translation>
    </message>
    <message>
        <source>reranker</source>
        <translation>reordenación</translation>
    </message>
    <message>
        <source>row {0}</source>
        <translation>fila {0}</translation>
    </message>
    <message>
        <source>scanned</source>
        <translation>escaneada</translation>
    </message>
    <message>
        <source>section {0}</source>
        <translation>sección {0}</translation>
    </message>
    <message>
        <source>shares rare words with this document, which has no vectors yet</source>
        <translation>comparte palabras poco comunes con este documento, que aún no tiene vectores</translation>
    </message>
    <message>
        <source>shares the alias “{0}” with {1}</source>
        <translation>comparte el alias “{0}” con {1}</translation>
    </message>
    <message>
        <source>slide {0}</source>
        <translation>diapositiva {0}</translation>
    </message>
    <message>
        <source>slide {0} (hidden)</source>
        <translation>diapositiva {0} (oculta)</translation>
    </message>
    <message>
        <source>slide {0} (hidden) notes</source>
        <translation>notas de la diapositiva {0} (oculta)</translation>
    </message>
    <message>
        <source>slide {0} comment {1}</source>
        <translation>comentario {1} de la diapositiva {0}</translation>
    </message>
    <message>
        <source>slide {0} notes</source>
        <translation>notas de la diapositiva {0}</translation>
    </message>
    <message>
        <source>some rows belong to nothing</source>
        <translation>algunas filas no pertenecen a nada</translation>
    </message>
    <message>
        <source>sqlite-vec {0} found the nearer of two vectors</source>
        <translation>sqlite-vec {0} ha encontrado el más cercano de dos vectores</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>tabla {0}</translation>
    </message>
    <message>
        <source>table {0}: {1}</source>
        <translation>tabla {0}: {1}</translation>
    </message>
    <message>
        <source>text box {0}</source>
        <translation>cuadro de texto {0}</translation>
    </message>
    <message>
        <source>the Python package {0} {1}</source>
        <translation>el paquete de Python {0} {1}</translation>
    </message>
    <message>
        <source>the Python packages {0} to {1}, version {2}</source>
        <translation>los paquetes de Python {0} a {1}, versión {2}</translation>
    </message>
    <message>
        <source>the backup</source>
        <translation>la copia</translation>
    </message>
    <message>
        <source>the chat model {0}</source>
        <translation>el modelo de chat {0}</translation>
    </message>
    <message>
        <source>the converted file is not the one that the catalogue describes</source>
        <translation>el archivo convertido no es el que describe el catálogo</translation>
    </message>
    <message>
        <source>the file ended too early</source>
        <translation>el archivo ha terminado antes de tiempo</translation>
    </message>
    <message>
        <source>the file {0}</source>
        <translation>el archivo {0}</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>el modelo</translation>
    </message>
    <message>
        <source>the package does not hold {0}</source>
        <translation>el paquete no contiene {0}</translation>
    </message>
    <message>
        <source>the profile</source>
        <translation>el perfil</translation>
    </message>
    <message>
        <source>the reranker {0}</source>
        <translation>el reordenador {0}</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>el texto</translation>
    </message>
    <message>
        <source>the text index does not agree with the stored texts</source>
        <translation>el índice de texto no concuerda con los textos guardados</translation>
    </message>
    <message>
        <source>the vectors of {0} do not agree with the stored texts</source>
        <translation>los vectores de {0} no concuerdan con los textos guardados</translation>
    </message>
    <message>
        <source>your own file</source>
        <translation>tu propio archivo</translation>
    </message>
    <message>
        <source>{0} (chosen)</source>
        <translation>{0} (elegida)</translation>
    </message>
    <message>
        <source>{0} (damaged)</source>
        <translation>{0} (con daños)</translation>
    </message>
    <message>
        <source>{0} (guessed)</source>
        <translation>{0} (supuesta)</translation>
    </message>
    <message>
        <source>{0} (hidden sheet)</source>
        <translation>{0} (hoja oculta)</translation>
    </message>
    <message>
        <source>{0} (hidden)</source>
        <translation>{0} (oculta)</translation>
    </message>
    <message>
        <source>{0} can be written</source>
        <translation>se puede escribir en {0}</translation>
    </message>
    <message>
        <source>{0} comment</source>
        <translation>comentario de {0}</translation>
    </message>
    <message>
        <source>{0} is longer than it should be</source>
        <translation>{0} es más largo de lo debido</translation>
    </message>
    <message>
        <source>{0} is sound</source>
        <translation>{0} está sana</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>notas de {0}</translation>
    </message>
    <message>
        <source>{0} vectors of {1} were put in order</source>
        <translation>se han ordenado {0} vectores de {1}</translation>
    </message>
    <message>
        <source>{0}, and more</source>
        <translation>{0} y más</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0}, línea {1}</translation>
    </message>
    <message>
        <source>{n} document</source>
        <translation>{n} documento</translation>
    </message>
    <message>
        <source>{n} documents</source>
        <translation>{n} documentos</translation>
    </message>
    <message>
        <source>{n}nd</source>
        <translation>{n}.º</translation>
    </message>
    <message>
        <source>{n}rd</source>
        <translation>{n}.º</translation>
    </message>
    <message>
        <source>{n}st</source>
        <translation>{n}.º</translation>
    </message>
    <message>
        <source>{n}th</source>
        <translation>{n}.º</translation>
    </message>
</context>
<context>
    <name>ProfileBox</name>
    <message>
        <source>As the library ({0})</source>
        <translation>Como la biblioteca ({0})</translation>
    </message>
    <message>
        <source>{0} (has an error)</source>
        <translation>{0} (tiene un error)</translation>
    </message>
    <message>
        <source>{0} (is gone)</source>
        <translation>{0} (ya no está)</translation>
    </message>
</context>
<context>
    <name>ProfilesPage</name>
    <message>
        <source>A profile tells Carrel what is special about a field: words that mean the same, passages that belong together. It counts from the next question on; nothing has to be read anew.</source>
        <translation>Un perfil dice a Carrel qué tiene de especial un campo: palabras que significan lo mismo, pasajes que van juntos. Cuenta desde la siguiente pregunta; no hay que leer nada de nuevo.</translation>
    </message>
    <message>
        <source>Each collection</source>
        <translation>Cada colección</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Mirar de nuevo</translation>
    </message>
    <message>
        <source>Open profiles folder</source>
        <translation>Abrir la carpeta de perfiles</translation>
    </message>
    <message>
        <source>Profile of the library</source>
        <translation>Perfil de la biblioteca</translation>
    </message>
    <message>
        <source>Profile of {0}</source>
        <translation>Perfil de {0}</translation>
    </message>
    <message>
        <source>The library</source>
        <translation>La biblioteca</translation>
    </message>
    <message>
        <source>The profiles</source>
        <translation>Los perfiles</translation>
    </message>
    <message>
        <source>You can write your own: a text file in the profiles folder. The guide README.md there explains every entry with examples.</source>
        <translation>Puedes escribir los tuyos: un archivo de texto en la carpeta de perfiles. La guía README.md de esa carpeta explica cada entrada con ejemplos.</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>no se puede usar</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>en uso</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>tuyo</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
</context>
<context>
    <name>QuickSearch</name>
    <message>
        <source>Nothing found.</source>
        <translation>No se ha encontrado nada.</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Pasajes encontrados</translation>
    </message>
    <message>
        <source>Search your documents</source>
        <translation>Busca en tus documentos</translation>
    </message>
    <message>
        <source>Type words, a name or a number. Enter opens a passage, Ctrl+Enter asks.</source>
        <translation>Escribe palabras, un nombre o un número. Intro abre un pasaje, Ctrl+Intro pregunta.</translation>
    </message>
</context>
<context>
    <name>Quotation</name>
    <message>
        <source>Open {place}</source>
        <translation>Abrir {place}</translation>
    </message>
    <message>
        <source>Quotation from {place}</source>
        <translation>Cita de {place}</translation>
    </message>
</context>
<context>
    <name>ReaderHead</name>
    <message>
        <source>({page} of {total})</source>
        <translation>({page} de {total})</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Volver</translation>
    </message>
    <message>
        <source>Back to the conversation (Esc)</source>
        <translation>Volver a la conversación (Esc)</translation>
    </message>
    <message>
        <source>Citation {n} of {total}</source>
        <translation>Cita {n} de {total}</translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+F)</source>
        <translation>Buscar en este documento (Ctrl+F)</translation>
    </message>
    <message>
        <source>Fit the width (Ctrl+0)</source>
        <translation>Ajustar al ancho (Ctrl+0)</translation>
    </message>
    <message>
        <source>Go to a page, by its printed label or its number (Ctrl+G)</source>
        <translation>Ir a una página, por su etiqueta impresa o su número (Ctrl+G)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Más grande (Ctrl++)</translation>
    </message>
    <message>
        <source>Next citation (Alt+Right)</source>
        <translation>Cita siguiente (Alt+Derecha)</translation>
    </message>
    <message>
        <source>Open the original file in its program</source>
        <translation>Abrir el archivo original en su programa</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Página</translation>
    </message>
    <message>
        <source>Previous citation (Alt+Left)</source>
        <translation>Cita anterior (Alt+Izquierda)</translation>
    </message>
    <message>
        <source>See also: documents near to this one</source>
        <translation>Véase también: documentos cercanos a este</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-)</source>
        <translation>Más pequeño (Ctrl+-)</translation>
    </message>
    <message>
        <source>of {total}</source>
        <translation>de {total}</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} de {total}</translation>
    </message>
</context>
<context>
    <name>ReaderNotice</name>
    <message>
        <source>Locate the file</source>
        <translation>Localizar el archivo</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Localizar…</translation>
    </message>
</context>
<context>
    <name>ReaderView</name>
    <message>
        <source>No program could be started for {name}.</source>
        <translation>No se ha podido abrir ningún programa para {name}.</translation>
    </message>
    <message>
        <source>Not everything was read. {parts}</source>
        <translation>No se ha leído todo. {parts}</translation>
    </message>
    <message>
        <source>Not opened</source>
        <translation>No se ha abierto</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Abriendo…</translation>
    </message>
    <message>
        <source>The file is no longer at {path}. This is the text that was stored when it was read.</source>
        <translation>El archivo ya no está en {path}. Este es el texto que se guardó al leerlo.</translation>
    </message>
    <message>
        <source>There is no page {name}.</source>
        <translation>No hay ninguna página {name}.</translation>
    </message>
    <message>
        <source>{problem} This is the text that was stored when the file was read.</source>
        <translation>{problem} Este es el texto que se guardó al leer el archivo.</translation>
    </message>
</context>
<context>
    <name>ReleasesDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>New versions</source>
        <translation>Versiones nuevas</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Abrir la página</translation>
    </message>
    <message>
        <source>This copy does not know where its releases are; look where you got it from.</source>
        <translation>Esta copia no sabe dónde se publican sus versiones; míralo donde la conseguiste.</translation>
    </message>
    <message>
        <source>This is Carrel {version}. It never looks for new versions by itself.</source>
        <translation>Esto es Carrel {version}. Nunca busca versiones nuevas por sí mismo.</translation>
    </message>
    <message>
        <source>Your browser can open the page of releases:</source>
        <translation>Tu navegador puede abrir la página de versiones:</translation>
    </message>
</context>
<context>
    <name>ScopeBar</name>
    <message>
        <source>All documents</source>
        <translation>Todos los documentos</translation>
    </message>
    <message>
        <source>Choose the collections to ask</source>
        <translation>Elige las colecciones a las que preguntar</translation>
    </message>
    <message>
        <source>Only in</source>
        <translation>Solo en</translation>
    </message>
    <message>
        <source>Stop limiting to {name}</source>
        <translation>Dejar de limitar a {name}</translation>
    </message>
    <message>
        <source>Where to look: {scope}</source>
        <translation>Dónde buscar: {scope}</translation>
    </message>
    <message>
        <source>all documents</source>
        <translation>todos los documentos</translation>
    </message>
</context>
<context>
    <name>SearchOptions</name>
    <message>
        <source>A model reads each of them beside your question: a reranker if you have one.</source>
        <translation>Un modelo lee cada uno junto a tu pregunta: un reordenador, si tienes uno.</translation>
    </message>
    <message>
        <source>As set for the library</source>
        <translation>Como en la biblioteca</translation>
    </message>
    <message>
        <source>Compare the best passages again</source>
        <translation>Comparar de nuevo los mejores pasajes</translation>
    </message>
    <message>
        <source>Follow references</source>
        <translation>Seguir referencias</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Search more thoroughly, at the price of time</source>
        <translation>Buscar más a fondo, aunque tarde más</translation>
    </message>
    <message>
        <source>Search options</source>
        <translation>Opciones</translation>
    </message>
    <message>
        <source>Search options: {steps}</source>
        <translation>Opciones de búsqueda: {steps}</translation>
    </message>
    <message>
        <source>Search with a supposed answer too</source>
        <translation>Buscar también con una respuesta supuesta</translation>
    </message>
    <message>
        <source>The chat model writes what an answer may look like; it is only searched with.</source>
        <translation>El modelo de chat escribe cómo podría ser la respuesta; solo se busca con ella.</translation>
    </message>
    <message>
        <source>compare again</source>
        <translation>comparar de nuevo</translation>
    </message>
    <message>
        <source>none on</source>
        <translation>ninguna activa</translation>
    </message>
    <message>
        <source>references: {n}</source>
        <translation>referencias: {n}</translation>
    </message>
    <message>
        <source>supposed answer</source>
        <translation>respuesta supuesta</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>A model reads each of the best passages beside your question and puts them in order: the reranker if you have added one, else the chat model, which takes several seconds.</source>
        <translation>Un modelo lee cada uno de los mejores pasajes junto a tu pregunta y los ordena: el reordenador, si has añadido uno; si no, el modelo de chat, que tarda varios segundos.</translation>
    </message>
    <message>
        <source>Compare the best passages again</source>
        <translation>Comparar de nuevo los mejores pasajes</translation>
    </message>
    <message>
        <source>Files, links and addresses named in the best passages are looked up too.</source>
        <translation>También se buscan los archivos, enlaces y direcciones que nombran los mejores pasajes.</translation>
    </message>
    <message>
        <source>Follow references</source>
        <translation>Seguir referencias</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Search with a supposed answer too</source>
        <translation>Buscar también con una respuesta supuesta</translation>
    </message>
    <message>
        <source>The chat model writes what an answer may look like. Its words are searched with and never shown: only your documents answer.</source>
        <translation>El modelo de chat escribe cómo podría ser la respuesta. Se busca con sus palabras y nunca se muestran: solo responden tus documentos.</translation>
    </message>
    <message>
        <source>What a question uses unless you choose otherwise beside it.</source>
        <translation>Lo que usa una pregunta si no eliges otra cosa junto a ella.</translation>
    </message>
</context>
<context>
    <name>SearchedFor</name>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Edit what was searched for: {question}</source>
        <translation>Editar lo que se buscó: {question}</translation>
    </message>
    <message>
        <source>Searched for: {question}</source>
        <translation>Se buscó: {question}</translation>
    </message>
    <message>
        <source>What to search for instead</source>
        <translation>Qué buscar en su lugar</translation>
    </message>
</context>
<context>
    <name>SeeAlso</name>
    <message>
        <source>Looking for documents near to this one</source>
        <translation>Buscando documentos cercanos a este</translation>
    </message>
    <message>
        <source>Nothing else is near to this document.</source>
        <translation>No hay nada más cerca de este documento.</translation>
    </message>
    <message>
        <source>See also</source>
        <translation>Véase también</translation>
    </message>
    <message>
        <source>See also, by shared words: the meaning of this document is not indexed yet</source>
        <translation>Véase también, por palabras comunes: el significado de este documento aún no está indexado</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>A chapter is missing in the book ({0}).</source>
        <translation>Falta un capítulo en el libro ({0}).</translation>
    </message>
    <message>
        <source>A graphics driver stopped working, so the language models run on the processor.</source>
        <translation>Un controlador gráfico dejó de funcionar, así que los modelos de lenguaje usan el procesador.</translation>
    </message>
    <message>
        <source>A graphics driver stopped working; the processor is used.</source>
        <translation>Un controlador gráfico dejó de funcionar; se usa el procesador.</translation>
    </message>
    <message>
        <source>A message is encrypted and cannot be read.</source>
        <translation>Un mensaje está cifrado y no se puede leer.</translation>
    </message>
    <message>
        <source>A message lies too deep inside other messages and was left out.</source>
        <translation>Un mensaje está demasiado dentro de otros mensajes y se ha omitido.</translation>
    </message>
    <message>
        <source>A model could not be loaded</source>
        <translation>No se ha podido cargar un modelo</translation>
    </message>
    <message>
        <source>A model file is missing</source>
        <translation>Falta un archivo de modelo</translation>
    </message>
    <message>
        <source>A passage did not fit into the model's context; its end was not read.</source>
        <translation>Un pasaje no cabía en el contexto del modelo; su final no se ha leído.</translation>
    </message>
    <message>
        <source>A passage earns points in two lists, one by meaning and one by words: the better it does in each, the more. The points are added up to its score. The cosine says how close two meanings are (1 is the same), BM25 how much the shared words tell (more is better). Under each passage stands what brought it here.</source>
        <translation>Un pasaje gana puntos en dos listas, una por significado y otra por palabras: cuanto mejor queda en cada una, más puntos. Los puntos se suman y dan su puntuación. El coseno dice lo cerca que están dos significados (1 es lo mismo); BM25, cuánto dicen las palabras comunes (más es mejor). Bajo cada pasaje pone qué lo ha traído aquí.</translation>
    </message>
    <message>
        <source>A pattern of this watched folder leaves it out.</source>
        <translation>Un patrón de esta carpeta vigilada lo omite.</translation>
    </message>
    <message>
        <source>A stored word was not found.</source>
        <translation>No se ha encontrado una palabra guardada.</translation>
    </message>
    <message>
        <source>About {0} are needed for the {1} documents that wait, {2} are free. What is stored so far is safe and can be searched.</source>
        <translation>Hacen falta unos {0} para los {1} documentos que esperan y hay {2} libres. Lo guardado hasta ahora está a salvo y se puede buscar.</translation>
    </message>
    <message>
        <source>Add documents, wait until they are ready, then calibrate.</source>
        <translation>Añade documentos, espera a que estén listos y calibra entonces.</translation>
    </message>
    <message>
        <source>Add the files again.</source>
        <translation>Añade los archivos de nuevo.</translation>
    </message>
    <message>
        <source>Allow writing to the file and its folder, or copy the library to a place where you may write.</source>
        <translation>Permite escribir en el archivo y su carpeta, o copia la biblioteca a un lugar donde puedas escribir.</translation>
    </message>
    <message>
        <source>Already in the library</source>
        <translation>Ya está en la biblioteca</translation>
    </message>
    <message>
        <source>An archive inside an archive is not opened.</source>
        <translation>Un archivo comprimido dentro de otro no se abre.</translation>
    </message>
    <message>
        <source>An unexpected error stopped this.</source>
        <translation>Un error inesperado lo ha detenido.</translation>
    </message>
    <message>
        <source>Another program kept {path} locked for more than ten seconds.</source>
        <translation>Otro programa ha tenido {path} bloqueado más de diez segundos.</translation>
    </message>
    <message>
        <source>Answered by quotation only. The question is too long for {0}.</source>
        <translation>Respondido solo con citas. La pregunta es demasiado larga para {0}.</translation>
    </message>
    <message>
        <source>Answered by quotation only. {0}</source>
        <translation>Respondido solo con citas. {0}</translation>
    </message>
    <message>
        <source>Answered by quotation only. {0} is too small to be relied on.</source>
        <translation>Respondido solo con citas. {0} es demasiado pequeño para confiar en él.</translation>
    </message>
    <message>
        <source>Archives inside a folder are left out; drop the archive itself to read what is in it.</source>
        <translation>Los archivos comprimidos dentro de una carpeta se omiten; suelta el propio archivo para leer lo que contiene.</translation>
    </message>
    <message>
        <source>As far as these passages tell: {0} for {1}, {2} for {3}.</source>
        <translation>Por lo que dicen estos pasajes: {0} para {1}, {2} para {3}.</translation>
    </message>
    <message>
        <source>Ask again; it starts by itself. If it happens often, choose a smaller model.</source>
        <translation>Pregunta de nuevo; arranca por sí solo. Si ocurre a menudo, elige un modelo más pequeño.</translation>
    </message>
    <message>
        <source>At least {0} of each are needed. {1}</source>
        <translation>Hacen falta al menos {0} de cada. {1}</translation>
    </message>
    <message>
        <source>Backup is damaged</source>
        <translation>La copia de seguridad está dañada</translation>
    </message>
    <message>
        <source>But {0} says</source>
        <translation>Pero {0} dice</translation>
    </message>
    <message>
        <source>But {0} says: “{1}”</source>
        <translation>Pero {0} dice: “{1}”</translation>
    </message>
    <message>
        <source>By the years in these passages, {0} ({1}) comes before {2} ({3}).</source>
        <translation>Por los años de estos pasajes, {0} ({1}) va antes que {2} ({3}).</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>CPU, 1 hilo</translation>
    </message>
    <message>
        <source>CPU, {0} threads</source>
        <translation>CPU, {0} hilos</translation>
    </message>
    <message>
        <source>Cache cannot be used</source>
        <translation>No se puede usar la caché</translation>
    </message>
    <message>
        <source>Carrel reads this line.</source>
        <translation>Carrel lee esta línea.</translation>
    </message>
    <message>
        <source>Chat model</source>
        <translation>Modelo de chat</translation>
    </message>
    <message>
        <source>Check and repair the library, or restore a backup; the documents themselves are not affected.</source>
        <translation>Comprueba y repara la biblioteca, o restaura una copia de seguridad; los documentos en sí no están afectados.</translation>
    </message>
    <message>
        <source>Check that its folder exists and that you may write there.</source>
        <translation>Comprueba que su carpeta existe y que puedes escribir en ella.</translation>
    </message>
    <message>
        <source>Check that the disk is connected and healthy, then try again.</source>
        <translation>Comprueba que el disco está conectado y en buen estado, e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Check the connection and try again; what has been received is kept.</source>
        <translation>Comprueba la conexión e inténtalo de nuevo; lo recibido se conserva.</translation>
    </message>
    <message>
        <source>Check the free space and that you may write there.</source>
        <translation>Comprueba el espacio libre y que puedes escribir ahí.</translation>
    </message>
    <message>
        <source>Choose a backup of it.</source>
        <translation>Elige una copia de seguridad suya.</translation>
    </message>
    <message>
        <source>Choose a chat, embedding or reranker model in one GGUF file.</source>
        <translation>Elige un modelo de chat, de significado o de reordenación en un solo archivo GGUF.</translation>
    </message>
    <message>
        <source>Choose a folder that exists.</source>
        <translation>Elige una carpeta que exista.</translation>
    </message>
    <message>
        <source>Choose another backup; nothing was changed.</source>
        <translation>Elige otra copia de seguridad; no se ha cambiado nada.</translation>
    </message>
    <message>
        <source>Choose another collection.</source>
        <translation>Elige otra colección.</translation>
    </message>
    <message>
        <source>Choose another file, or restore a backup of the library.</source>
        <translation>Elige otro archivo o restaura una copia de seguridad de la biblioteca.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Elige otro archivo.</translation>
    </message>
    <message>
        <source>Choose another folder with --data-dir or --library.</source>
        <translation>Elige otra carpeta con --data-dir o --library.</translation>
    </message>
    <message>
        <source>Choose another name for the backup.</source>
        <translation>Elige otro nombre para la copia.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elige otro nombre.</translation>
    </message>
    <message>
        <source>Choose another place for the library.</source>
        <translation>Elige otro lugar para la biblioteca.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Elige otro lugar.</translation>
    </message>
    <message>
        <source>Choose another.</source>
        <translation>Elige otro.</translation>
    </message>
    <message>
        <source>Choose one of the list.</source>
        <translation>Elige una de la lista.</translation>
    </message>
    <message>
        <source>Choose or fetch one in the settings.</source>
        <translation>Elige u obtén uno en los ajustes.</translation>
    </message>
    <message>
        <source>Choose the backup file again.</source>
        <translation>Elige de nuevo el archivo de la copia.</translation>
    </message>
    <message>
        <source>Choose the file again.</source>
        <translation>Elige de nuevo el archivo.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Cierra otros programas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Close the other one, or move the library to a disk of this computer.</source>
        <translation>Cierra el otro, o pasa la biblioteca a un disco de este equipo.</translation>
    </message>
    <message>
        <source>Collection needs a name</source>
        <translation>La colección necesita un nombre</translation>
    </message>
    <message>
        <source>Collection not in the library</source>
        <translation>La colección no está en la biblioteca</translation>
    </message>
    <message>
        <source>Compared with your question again by {0}: {1} (more is better).</source>
        <translation>Comparado de nuevo con tu pregunta por {0}: {1} (más es mejor).</translation>
    </message>
    <message>
        <source>Comparing passages with the question</source>
        <translation>Comparando pasajes con la pregunta</translation>
    </message>
    <message>
        <source>Conversation not found</source>
        <translation>No se encuentra la conversación</translation>
    </message>
    <message>
        <source>Correct the entry, or choose the profile “general”.</source>
        <translation>Corrige la entrada o elige el perfil “general”.</translation>
    </message>
    <message>
        <source>Cosine to your question alone: {0}.</source>
        <translation>Coseno con tu pregunta sola: {0}.</translation>
    </message>
    <message>
        <source>Cosine to your question: {0}.</source>
        <translation>Coseno con tu pregunta: {0}.</translation>
    </message>
    <message>
        <source>Counts {0} {1}</source>
        <translation>Cuenta un {0} {1}</translation>
    </message>
    <message>
        <source>Counts {0} {1} {2}.</source>
        <translation>Cuenta un {0} {1} {2}.</translation>
    </message>
    <message>
        <source>Damaged model file</source>
        <translation>Archivo de modelo dañado</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Data folder cannot be used</source>
        <translation>No se puede usar la carpeta de datos</translation>
    </message>
    <message>
        <source>Delete the file and get the model again.</source>
        <translation>Borra el archivo y obtén el modelo de nuevo.</translation>
    </message>
    <message>
        <source>Device not found</source>
        <translation>No se encontró el dispositivo</translation>
    </message>
    <message>
        <source>Disk full</source>
        <translation>Disco lleno</translation>
    </message>
    <message>
        <source>Document not in the library</source>
        <translation>El documento no está en la biblioteca</translation>
    </message>
    <message>
        <source>Document {0} was removed or never added.</source>
        <translation>El documento {0} se quitó o nunca se añadió.</translation>
    </message>
    <message>
        <source>Document {0}, characters {1} to {2} of {3}:</source>
        <translation>Documento {0}, caracteres {1} a {2} de {3}:</translation>
    </message>
    <message>
        <source>Documents are being read</source>
        <translation>Se están leyendo documentos</translation>
    </message>
    <message>
        <source>Each line is {"question": "...", "answerable": true} or false, asked of your library; or give the folder of a question collection.</source>
        <translation>Cada línea es {"question": "...", "answerable": true} o false, preguntada a tu biblioteca; o indica la carpeta de una colección de preguntas.</translation>
    </message>
    <message>
        <source>Earlier parts of the documents did not fit into the model's context beside what was read last.</source>
        <translation>Partes anteriores de los documentos no cabían en el contexto del modelo junto a lo último que se leyó.</translation>
    </message>
    <message>
        <source>Earlier questions of this conversation did not fit into the model's context and were left out.</source>
        <translation>Las preguntas anteriores de esta conversación no cabían en el contexto del modelo y se han omitido.</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Modelo de significado</translation>
    </message>
    <message>
        <source>Fares and passes of public transport, one collection for each agency, asked in English, Spanish or Tagalog.</source>
        <translation>Tarifas y abonos de transporte público, una colección por compañía, con preguntas en inglés, español o tagalo.</translation>
    </message>
    <message>
        <source>Fetch the file again or choose another model in the settings.</source>
        <translation>Obtén el archivo de nuevo o elige otro modelo en los ajustes.</translation>
    </message>
    <message>
        <source>Fetch the model again.</source>
        <translation>Obtén el modelo de nuevo.</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>El archivo ya existe</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>No se encuentra el archivo</translation>
    </message>
    <message>
        <source>Finding by words works without them.</source>
        <translation>La búsqueda por palabras funciona sin ellos.</translation>
    </message>
    <message>
        <source>Finds by meaning in English only, about twice as fast</source>
        <translation>Busca por significado solo en inglés, el doble de rápido más o menos</translation>
    </message>
    <message>
        <source>Finds by meaning in about 100 languages, also across them</source>
        <translation>Busca por significado en unos 100 idiomas, también de uno a otro</translation>
    </message>
    <message>
        <source>Folder is not watched</source>
        <translation>La carpeta no se vigila</translation>
    </message>
    <message>
        <source>Folder is watched already</source>
        <translation>La carpeta ya se vigila</translation>
    </message>
    <message>
        <source>Folder not found</source>
        <translation>No se encuentra la carpeta</translation>
    </message>
    <message>
        <source>Following references</source>
        <translation>Siguiendo referencias</translation>
    </message>
    <message>
        <source>Follows a folder</source>
        <translation>Sigue una carpeta</translation>
    </message>
    <message>
        <source>For contracts and terms. Knows the parties by their other names and brings the notice period along.</source>
        <translation>Para contratos y condiciones. Conoce a las partes por sus otros nombres y trae consigo el plazo de preaviso.</translation>
    </message>
    <message>
        <source>For documents of every kind. A collection named in the question is preferred, and nothing is hidden.</source>
        <translation>Para documentos de todo tipo. Se prefiere la colección que nombra la pregunta, y no se oculta nada.</translation>
    </message>
    <message>
        <source>For notes about servers, networks and programs. Knows product versions and the many words for one thing.</source>
        <translation>Para notas sobre servidores, redes y programas. Conoce las versiones de los productos y las muchas palabras para una misma cosa.</translation>
    </message>
    <message>
        <source>Found: {0}.</source>
        <translation>Se ha encontrado: {0}.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Libera espacio e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Free some space on that disk and carry on.</source>
        <translation>Libera espacio en ese disco y continúa.</translation>
    </message>
    <message>
        <source>Free some space on that disk, or choose another one.</source>
        <translation>Libera espacio en ese disco o elige otro.</translation>
    </message>
    <message>
        <source>Free some space on the disk of {0}, then resume.</source>
        <translation>Libera espacio en el disco de {0} y reanuda.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Libera espacio.</translation>
    </message>
    <message>
        <source>Get it first.</source>
        <translation>Obtenlo primero.</translation>
    </message>
    <message>
        <source>Get it in the settings.</source>
        <translation>Obtenlo en los ajustes.</translation>
    </message>
    <message>
        <source>Get the file again; Carrel runs models in the GGUF format.</source>
        <translation>Obtén el archivo de nuevo; Carrel usa modelos en formato GGUF.</translation>
    </message>
    <message>
        <source>Hidden files are left out.</source>
        <translation>Los archivos ocultos se omiten.</translation>
    </message>
    <message>
        <source>Hidden folders are left out.</source>
        <translation>Las carpetas ocultas se omiten.</translation>
    </message>
    <message>
        <source>In {0}, line {1}: the text is not UTF-8.</source>
        <translation>En {0}, línea {1}: el texto no es UTF-8.</translation>
    </message>
    <message>
        <source>In {0}: `name` is “{1}”, the name of {2}.</source>
        <translation>En {0}: `name` es “{1}”, el nombre de {2}.</translation>
    </message>
    <message>
        <source>In {0}: the name “{1}” means the library's.</source>
        <translation>En {0}: el nombre “{1}” significa el de la biblioteca.</translation>
    </message>
    <message>
        <source>In {0}: {1} {2}.</source>
        <translation>En {0}: {1} {2}.</translation>
    </message>
    <message>
        <source>Install Carrel again.</source>
        <translation>Instala Carrel de nuevo.</translation>
    </message>
    <message>
        <source>Install the newest version of Carrel and open the library again.</source>
        <translation>Instala la versión más reciente de Carrel y abre la biblioteca de nuevo.</translation>
    </message>
    <message>
        <source>It cannot be brought back any more.</source>
        <translation>Ya no se puede recuperar.</translation>
    </message>
    <message>
        <source>It cannot tell a fitting passage from another and is no longer used for this.</source>
        <translation>No distingue un pasaje adecuado de otro y ya no se usa para esto.</translation>
    </message>
    <message>
        <source>It has {0} tokens with its passages; the model takes {1}.</source>
        <translation>Tiene {0} tokens con sus pasajes; el modelo admite {1}.</translation>
    </message>
    <message>
        <source>It met an error.</source>
        <translation>Ha encontrado un error.</translation>
    </message>
    <message>
        <source>It was removed.</source>
        <translation>Se quitó.</translation>
    </message>
    <message>
        <source>Its date</source>
        <translation>Su fecha</translation>
    </message>
    <message>
        <source>Its date {0} can be read in two ways.</source>
        <translation>Su fecha {0} se puede leer de dos maneras.</translation>
    </message>
    <message>
        <source>Known models: {0}.</source>
        <translation>Modelos conocidos: {0}.</translation>
    </message>
    <message>
        <source>Language models cannot run on this processor</source>
        <translation>Los modelos de lenguaje no pueden usarse en este procesador</translation>
    </message>
    <message>
        <source>Let the other program finish, or close it, and try again.</source>
        <translation>Deja que el otro programa termine, o ciérralo, e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Library cannot be opened</source>
        <translation>No se puede abrir la biblioteca</translation>
    </message>
    <message>
        <source>Library in use</source>
        <translation>La biblioteca está en uso</translation>
    </message>
    <message>
        <source>Library is damaged</source>
        <translation>La biblioteca está dañada</translation>
    </message>
    <message>
        <source>Library is from a newer Carrel</source>
        <translation>La biblioteca es de un Carrel más nuevo</translation>
    </message>
    <message>
        <source>List the collections to see which do.</source>
        <translation>Mira la lista de colecciones para ver cuáles sí.</translation>
    </message>
    <message>
        <source>List the collections.</source>
        <translation>Mira la lista de colecciones.</translation>
    </message>
    <message>
        <source>List the documents to see what the library holds.</source>
        <translation>Mira la lista de documentos para ver qué contiene la biblioteca.</translation>
    </message>
    <message>
        <source>Look whether the data folder may be written.</source>
        <translation>Mira si se puede escribir en la carpeta de datos.</translation>
    </message>
    <message>
        <source>Look whether the file may be read.</source>
        <translation>Mira si se puede leer el archivo.</translation>
    </message>
    <message>
        <source>Looking back at the questions before</source>
        <translation>Repasando las preguntas anteriores</translation>
    </message>
    <message>
        <source>Make room there or choose another folder, and try again.</source>
        <translation>Haz sitio ahí o elige otra carpeta, e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Meaning cannot be compared. {0}</source>
        <translation>No se puede comparar el significado. {0}</translation>
    </message>
    <message>
        <source>Model missing</source>
        <translation>Falta el modelo</translation>
    </message>
    <message>
        <source>Move the file on disk, or stop watching the folder.</source>
        <translation>Mueve el archivo en el disco o deja de vigilar la carpeta.</translation>
    </message>
    <message>
        <source>Move the library to a disk of this computer.</source>
        <translation>Pasa la biblioteca a un disco de este equipo.</translation>
    </message>
    <message>
        <source>My documents</source>
        <translation>Mis documentos</translation>
    </message>
    <message>
        <source>Name already used</source>
        <translation>Nombre ya usado</translation>
    </message>
    <message>
        <source>Name one of these, the processor, or automatic.</source>
        <translation>Nombra uno de estos, «processor» o «automatic».</translation>
    </message>
    <message>
        <source>Name one of these.</source>
        <translation>Nombra uno de estos.</translation>
    </message>
    <message>
        <source>Neither a reranker nor the chat model compared the passages, but {0} alone.</source>
        <translation>Ni un reordenador ni el modelo de chat han comparado los pasajes, solo {0}.</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nueva conversación</translation>
    </message>
    <message>
        <source>New question: {0}</source>
        <translation>Nueva pregunta: {0}</translation>
    </message>
    <message>
        <source>No collection watches “{0}”.</source>
        <translation>Ninguna colección vigila “{0}”.</translation>
    </message>
    <message>
        <source>No document in this language</source>
        <translation>Ningún documento en este idioma</translation>
    </message>
    <message>
        <source>No document of the library is in “{0}”.</source>
        <translation>Ningún documento de la biblioteca está en “{0}”.</translation>
    </message>
    <message>
        <source>No graphics processor was found.</source>
        <translation>No se encontró ningún procesador gráfico.</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Sin modelo</translation>
    </message>
    <message>
        <source>No model could compare the passages, so they kept their order.</source>
        <translation>Ningún modelo ha podido comparar los pasajes, así que conservan su orden.</translation>
    </message>
    <message>
        <source>No question</source>
        <translation>No hay pregunta</translation>
    </message>
    <message>
        <source>No supposed answer was written, the question alone was searched.{0}</source>
        <translation>No se ha escrito ninguna respuesta supuesta; se ha buscado solo la pregunta.{0}</translation>
    </message>
    <message>
        <source>No {0} model is set up</source>
        <translation>No hay ningún modelo de {0} configurado</translation>
    </message>
    <message>
        <source>No, as far as these passages tell: they say so of neither.</source>
        <translation>No, por lo que dicen estos pasajes: no lo dicen de ninguno de los dos.</translation>
    </message>
    <message>
        <source>No, as far as these passages tell: they say so of {0}, not of {1}.</source>
        <translation>No, por lo que dicen estos pasajes: lo dicen de {0}, no de {1}.</translation>
    </message>
    <message>
        <source>None of the parts made for the generations of processors fits this one.</source>
        <translation>Ninguna de las partes hechas para las generaciones de procesadores sirve para este.</translation>
    </message>
    <message>
        <source>Not a Carrel library</source>
        <translation>No es una biblioteca de Carrel</translation>
    </message>
    <message>
        <source>Not a usable model file</source>
        <translation>No es un archivo de modelo utilizable</translation>
    </message>
    <message>
        <source>Not enough space</source>
        <translation>No hay suficiente espacio</translation>
    </message>
    <message>
        <source>Not used: {0}.</source>
        <translation>No se usa: {0}.</translation>
    </message>
    <message>
        <source>Nothing to calibrate</source>
        <translation>No hay nada que calibrar</translation>
    </message>
    <message>
        <source>Only an imitation of a graphics processor was found, slower than the processor itself.</source>
        <translation>Solo se encontró una imitación de un procesador gráfico, más lenta que el propio procesador.</translation>
    </message>
    <message>
        <source>Only {0} passages were found, so they were not compared again.</source>
        <translation>Solo se han encontrado {0} pasajes, así que no se han comparado de nuevo.</translation>
    </message>
    <message>
        <source>Open another one.</source>
        <translation>Abre otra.</translation>
    </message>
    <message>
        <source>Open the settings, page Models, to get it or to choose another file.</source>
        <translation>Abre los ajustes, página Modelos, para obtenerlo o elegir otro archivo.</translation>
    </message>
    <message>
        <source>OpenDocument files of this kind hold no text of their own.</source>
        <translation>Los archivos OpenDocument de este tipo no tienen texto propio.</translation>
    </message>
    <message>
        <source>Pages, Numbers and Keynote files are not supported; saved as PDF it can be read.</source>
        <translation>Los archivos de Pages, Numbers y Keynote no se admiten; guardado como PDF se puede leer.</translation>
    </message>
    <message>
        <source>Parts of {path} can no longer be read.</source>
        <translation>Partes de {path} ya no se pueden leer.</translation>
    </message>
    <message>
        <source>Permission to open this folder or file is missing.</source>
        <translation>Falta permiso para abrir esta carpeta o archivo.</translation>
    </message>
    <message>
        <source>Please try again.</source>
        <translation>Inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Put the file back or choose a model in the settings.</source>
        <translation>Devuelve el archivo a su sitio o elige un modelo en los ajustes.</translation>
    </message>
    <message>
        <source>Question too long</source>
        <translation>Pregunta demasiado larga</translation>
    </message>
    <message>
        <source>Question: {0}</source>
        <translation>Pregunta: {0}</translation>
    </message>
    <message>
        <source>Reached over the reference “{0}” in {1}; {2} of the score.</source>
        <translation>Alcanzado por la referencia “{0}” en {1}; {2} de la puntuación.</translation>
    </message>
    <message>
        <source>Read {0} of {1} passages of the document.</source>
        <translation>Leídos {0} de {1} pasajes del documento.</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lector</translation>
    </message>
    <message>
        <source>Reading stopped because the file is damaged or needs too much memory.</source>
        <translation>La lectura se detuvo porque el archivo está dañado o necesita demasiada memoria.</translation>
    </message>
    <message>
        <source>Reading the file took too long and was stopped.</source>
        <translation>La lectura del archivo tardaba demasiado y se detuvo.</translation>
    </message>
    <message>
        <source>Reading {0}, passage {1} of {2}</source>
        <translation>Leyendo {0}, pasaje {1} de {2}</translation>
    </message>
    <message>
        <source>Reading {0}, {place}</source>
        <translation>Leyendo {0}, {place}</translation>
    </message>
    <message>
        <source>Reading {0}{1}</source>
        <translation>Leyendo {0}{1}</translation>
    </message>
    <message>
        <source>Remove the document whose file is missing.</source>
        <translation>Quita el documento cuyo archivo falta.</translation>
    </message>
    <message>
        <source>Removed for good</source>
        <translation>Quitado para siempre</translation>
    </message>
    <message>
        <source>Repair the library, or restore a backup; the documents themselves are not affected.</source>
        <translation>Repara la biblioteca o restaura una copia de seguridad; los documentos en sí no están afectados.</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reordenador</translation>
    </message>
    <message>
        <source>SQLite is too old</source>
        <translation>SQLite es demasiado antiguo</translation>
    </message>
    <message>
        <source>Same file</source>
        <translation>El mismo archivo</translation>
    </message>
    <message>
        <source>Save the file with the encoding UTF-8.</source>
        <translation>Guarda el archivo con la codificación UTF-8.</translation>
    </message>
    <message>
        <source>Save the long text as a file, add it to the library and ask about it.</source>
        <translation>Guarda el texto largo como archivo, añádelo a la biblioteca y pregunta sobre él.</translation>
    </message>
    <message>
        <source>Save the profile as a text file.</source>
        <translation>Guarda el perfil como archivo de texto.</translation>
    </message>
    <message>
        <source>Score {0}.</source>
        <translation>Puntuación: {0}.</translation>
    </message>
    <message>
        <source>Search by meaning is being prepared for the new model; words are searched.</source>
        <translation>La búsqueda por significado se está preparando para el nuevo modelo; se busca por palabras.</translation>
    </message>
    <message>
        <source>Searched by words alone. {0}</source>
        <translation>Se ha buscado solo por palabras. {0}</translation>
    </message>
    <message>
        <source>Settings not saved</source>
        <translation>No se han guardado los ajustes</translation>
    </message>
    <message>
        <source>Shorten its lists.</source>
        <translation>Acorta sus listas.</translation>
    </message>
    <message>
        <source>Shorten the question or choose a model with a longer context.</source>
        <translation>Acorta la pregunta o elige un modelo con un contexto más largo.</translation>
    </message>
    <message>
        <source>So it changed after {0} and by {1}.</source>
        <translation>Así que cambió después del {0} y a más tardar el {1}.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Algo ha fallado</translation>
    </message>
    <message>
        <source>Stop watching that folder first.</source>
        <translation>Deja primero de vigilar esa carpeta.</translation>
    </message>
    <message>
        <source>Text in pictures</source>
        <translation>Texto en imágenes</translation>
    </message>
    <message>
        <source>Text index</source>
        <translation>Índice de texto</translation>
    </message>
    <message>
        <source>Text index does not work</source>
        <translation>El índice de texto no funciona</translation>
    </message>
    <message>
        <source>That is as of {0}; earlier, on {1}</source>
        <translation>Eso es a fecha de {0}; antes, el {1}</translation>
    </message>
    <message>
        <source>That is as of {0}; earlier, on {1}: “{2}”</source>
        <translation>Eso es a fecha de {0}; antes, el {1}: “{2}”</translation>
    </message>
    <message>
        <source>That is as of {0}; later, on {1}</source>
        <translation>Eso es a fecha de {0}; después, el {1}</translation>
    </message>
    <message>
        <source>That is as of {0}; later, on {1}: “{2}”</source>
        <translation>Eso es a fecha de {0}; después, el {1}: “{2}”</translation>
    </message>
    <message>
        <source>That moved it from place {0} to {1}.</source>
        <translation>Eso lo ha movido del puesto {0} al {1}.</translation>
    </message>
    <message>
        <source>The archive holds no document that can be read.</source>
        <translation>El archivo comprimido no contiene ningún documento que se pueda leer.</translation>
    </message>
    <message>
        <source>The archive holds {0} files; the first {1} were looked at.</source>
        <translation>El archivo comprimido contiene {0} archivos; se han mirado los primeros {1}.</translation>
    </message>
    <message>
        <source>The archive is locked in a way that cannot be opened here; unpack it first.</source>
        <translation>El archivo comprimido está bloqueado de un modo que aquí no se puede abrir; descomprímelo primero.</translation>
    </message>
    <message>
        <source>The chat model supposed nothing, the question alone was searched.</source>
        <translation>El modelo de chat no ha supuesto nada; se ha buscado solo la pregunta.</translation>
    </message>
    <message>
        <source>The computer ran out of memory while working on {path}.</source>
        <translation>El equipo se ha quedado sin memoria al trabajar con {path}.</translation>
    </message>
    <message>
        <source>The date of its file</source>
        <translation>La fecha de su archivo</translation>
    </message>
    <message>
        <source>The disk failed while {path} was read or written.</source>
        <translation>El disco ha fallado al leer o escribir {path}.</translation>
    </message>
    <message>
        <source>The document holds no sentences to summarise.</source>
        <translation>El documento no tiene frases que resumir.</translation>
    </message>
    <message>
        <source>The document is locked and needs its password.</source>
        <translation>El documento está bloqueado y necesita su contraseña.</translation>
    </message>
    <message>
        <source>The e5 weights are not in the expected form: {0}.</source>
        <translation>Los pesos de e5 no tienen la forma esperada: {0}.</translation>
    </message>
    <message>
        <source>The file cannot be opened because permission to read it is missing.</source>
        <translation>El archivo no se puede abrir porque falta permiso para leerlo.</translation>
    </message>
    <message>
        <source>The file cannot be opened; another program or the disk prevents it.</source>
        <translation>El archivo no se puede abrir; otro programa o el disco lo impiden.</translation>
    </message>
    <message>
        <source>The file contains definitions that only harmful files use, so it was not opened.</source>
        <translation>El archivo contiene definiciones que solo usan los archivos dañinos, así que no se ha abierto.</translation>
    </message>
    <message>
        <source>The file gives no text in the encoding that was chosen.</source>
        <translation>El archivo no da texto con la codificación elegida.</translation>
    </message>
    <message>
        <source>The file holds data that is not text, so there is nothing to read in it.</source>
        <translation>El archivo contiene datos que no son texto, así que no hay nada que leer.</translation>
    </message>
    <message>
        <source>The file is a database, not a document with text.</source>
        <translation>El archivo es una base de datos, no un documento con texto.</translation>
    </message>
    <message>
        <source>The file is a picture of a kind that cannot be opened.</source>
        <translation>El archivo es una imagen de un tipo que no se puede abrir.</translation>
    </message>
    <message>
        <source>The file is a picture; reading text in it is switched off, not installed or took too long.</source>
        <translation>El archivo es una imagen; la lectura de su texto está desactivada, no está instalada o tardaba demasiado.</translation>
    </message>
    <message>
        <source>The file is a program, not a document with text.</source>
        <translation>El archivo es un programa, no un documento con texto.</translation>
    </message>
    <message>
        <source>The file is an archive; unpack it and add the documents inside.</source>
        <translation>El archivo es un archivo comprimido; descomprímelo y añade los documentos que contiene.</translation>
    </message>
    <message>
        <source>The file is damaged and cannot be opened.</source>
        <translation>El archivo está dañado y no se puede abrir.</translation>
    </message>
    <message>
        <source>The file is damaged: a part of it cannot be unpacked.</source>
        <translation>El archivo está dañado: una parte no se puede descomprimir.</translation>
    </message>
    <message>
        <source>The file is empty: there is no text in it.</source>
        <translation>El archivo está vacío: no contiene texto.</translation>
    </message>
    <message>
        <source>The file is nested so deeply that it cannot be read safely.</source>
        <translation>El archivo tiene tantos niveles que no se puede leer con seguridad.</translation>
    </message>
    <message>
        <source>The file is sound or video, not a document with text.</source>
        <translation>El archivo es sonido o vídeo, no un documento con texto.</translation>
    </message>
    <message>
        <source>The file is too large when unpacked.</source>
        <translation>El archivo es demasiado grande al descomprimirlo.</translation>
    </message>
    <message>
        <source>The file of {0} is not on this machine.</source>
        <translation>El archivo de {0} no está en este equipo.</translation>
    </message>
    <message>
        <source>The file was not found; it may have been moved or deleted.</source>
        <translation>No se ha encontrado el archivo; puede que se haya movido o borrado.</translation>
    </message>
    <message>
        <source>The folder of profiles cannot be made</source>
        <translation>No se puede crear la carpeta de perfiles</translation>
    </message>
    <message>
        <source>The folder {0} could not be made: {1}.</source>
        <translation>No se ha podido crear la carpeta {0}: {1}.</translation>
    </message>
    <message>
        <source>The graphics processor that you chose is not there; the processor is used.</source>
        <translation>El procesador gráfico que elegiste no está; se usa el procesador.</translation>
    </message>
    <message>
        <source>The language model keeps stopping</source>
        <translation>El modelo de lenguaje se detiene una y otra vez</translation>
    </message>
    <message>
        <source>The language model stopped</source>
        <translation>El modelo de lenguaje se ha detenido</translation>
    </message>
    <message>
        <source>The language model stopped unexpectedly and was started again.</source>
        <translation>El modelo de lenguaje se detuvo de forma inesperada y se ha vuelto a iniciar.</translation>
    </message>
    <message>
        <source>The library</source>
        <translation>La biblioteca</translation>
    </message>
    <message>
        <source>The library cannot be replaced or changed as a whole meanwhile.</source>
        <translation>Mientras tanto, la biblioteca no se puede sustituir ni cambiar entera.</translation>
    </message>
    <message>
        <source>The library has no vectors of this embedding model.</source>
        <translation>La biblioteca no tiene vectores de este modelo de significado.</translation>
    </message>
    <message>
        <source>The library {0} lies {1}, where it can be damaged. Keep it on a disk of this computer, for example in {2}; the documents themselves may stay where they are.</source>
        <translation>La biblioteca {0} está {1}, donde puede dañarse. Guárdala en un disco de este equipo, por ejemplo en {2}; los documentos en sí pueden quedarse donde están.</translation>
    </message>
    <message>
        <source>The model cannot be read</source>
        <translation>No se puede leer el modelo</translation>
    </message>
    <message>
        <source>The model could not be converted</source>
        <translation>No se ha podido convertir el modelo</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no Excel workbook; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un libro de Excel; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no OpenDocument file; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un archivo de OpenDocument; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no PDF; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un PDF; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no PowerPoint presentation; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es una presentación de PowerPoint; puede estar dañada.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no RTF document; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un documento RTF; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no Word document; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un documento de Word; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name ends in {suffix}, but this is no e-book; it may be damaged.</source>
        <translation>El nombre termina en {suffix}, pero esto no es un libro electrónico; puede estar dañado.</translation>
    </message>
    <message>
        <source>The name is empty.</source>
        <translation>El nombre está vacío.</translation>
    </message>
    <message>
        <source>The name of this file is no valid text; rename the file to add it.</source>
        <translation>El nombre de este archivo no es un texto válido; cámbialo para añadir el archivo.</translation>
    </message>
    <message>
        <source>The network disk of {0} keeps no locks.</source>
        <translation>El disco de red de {0} no admite bloqueos.</translation>
    </message>
    <message>
        <source>The page cannot be shown</source>
        <translation>No se puede mostrar la página</translation>
    </message>
    <message>
        <source>The pages are blank: there is no text on them.</source>
        <translation>Las páginas están en blanco: no tienen texto.</translation>
    </message>
    <message>
        <source>The pages hold no readable text - the document needs text recognition (OCR).</source>
        <translation>Las páginas no tienen texto legible: el documento necesita reconocimiento de texto (OCR).</translation>
    </message>
    <message>
        <source>The password does not open the document.</source>
        <translation>La contraseña no abre el documento.</translation>
    </message>
    <message>
        <source>The picture shows no text that can be read.</source>
        <translation>La imagen no muestra ningún texto que se pueda leer.</translation>
    </message>
    <message>
        <source>The processor is used, as you chose.</source>
        <translation>Se usa el procesador, como elegiste.</translation>
    </message>
    <message>
        <source>The profile “{0}” cannot be used, “{1}” is. {2}</source>
        <translation>El perfil “{0}” no se puede usar; se usa “{1}”. {2}</translation>
    </message>
    <message>
        <source>The profile's rule “{0}” asks for it beside such a question.</source>
        <translation>La regla “{0}” del perfil lo pide junto a una pregunta así.</translation>
    </message>
    <message>
        <source>The program stopped twice while reading this file.</source>
        <translation>El programa se detuvo dos veces al leer este archivo.</translation>
    </message>
    <message>
        <source>The question has {0} characters; {1} is the most.</source>
        <translation>La pregunta tiene {0} caracteres; el máximo es {1}.</translation>
    </message>
    <message>
        <source>The question is empty.</source>
        <translation>La pregunta está vacía.</translation>
    </message>
    <message>
        <source>The question is too long for the language model</source>
        <translation>La pregunta es demasiado larga para el modelo de lenguaje</translation>
    </message>
    <message>
        <source>The retrieval profile cannot be used</source>
        <translation>No se puede usar el perfil de búsqueda</translation>
    </message>
    <message>
        <source>The sheet “{0}” is damaged.</source>
        <translation>La hoja “{0}” está dañada.</translation>
    </message>
    <message>
        <source>The sheet “{0}” is missing or damaged.</source>
        <translation>La hoja “{0}” falta o está dañada.</translation>
    </message>
    <message>
        <source>The stored text can still be read; use Locate to say where the file is now.</source>
        <translation>El texto guardado se puede seguir leyendo; usa Localizar para decir dónde está ahora el archivo.</translation>
    </message>
    <message>
        <source>The summary of its document is near to your question (cosine {0}).</source>
        <translation>El resumen de su documento está cerca de tu pregunta (coseno {0}).</translation>
    </message>
    <message>
        <source>The system cannot open this folder or file.</source>
        <translation>El sistema no puede abrir esta carpeta o archivo.</translation>
    </message>
    <message>
        <source>The tensor {0} has no place in it.</source>
        <translation>El tensor {0} no tiene lugar en él.</translation>
    </message>
    <message>
        <source>The text index was damaged and has been made anew from the stored texts; nothing was lost.</source>
        <translation>El índice de texto estaba dañado y se ha rehecho a partir de los textos guardados; no se ha perdido nada.</translation>
    </message>
    <message>
        <source>The text is written in a way that was not recognised; saved as UTF-8 it can be read.</source>
        <translation>El texto está escrito de un modo que no se ha reconocido; guardado como UTF-8 se puede leer.</translation>
    </message>
    <message>
        <source>The weights are not in the expected form: {0}.</source>
        <translation>Los pesos no tienen la forma esperada: {0}.</translation>
    </message>
    <message>
        <source>The wishes for answers of this library did not fit into the model's context and were left out.</source>
        <translation>Los deseos para las respuestas de esta biblioteca no cabían en el contexto del modelo y se han omitido.</translation>
    </message>
    <message>
        <source>The wrong vector was found.</source>
        <translation>Se ha encontrado el vector equivocado.</translation>
    </message>
    <message>
        <source>The {0} part of the document is missing or damaged.</source>
        <translation>Falta o está dañada una parte del documento ({0}).</translation>
    </message>
    <message>
        <source>There are {0} questions with an answer and {1} without.</source>
        <translation>Hay {0} preguntas con respuesta y {1} sin ella.</translation>
    </message>
    <message>
        <source>There are: {0}.</source>
        <translation>Hay: {0}.</translation>
    </message>
    <message>
        <source>There is a collection “{0}”.</source>
        <translation>Ya hay una colección “{0}”.</translation>
    </message>
    <message>
        <source>There is no collection “{0}”.</source>
        <translation>No hay ninguna colección “{0}”.</translation>
    </message>
    <message>
        <source>There is no encoding “{0}”.</source>
        <translation>No hay ninguna codificación “{0}”.</translation>
    </message>
    <message>
        <source>There is no graphics processor called “{0}”. Found: {1}.</source>
        <translation>No hay ningún procesador gráfico llamado “{0}”. Encontrados: {1}.</translation>
    </message>
    <message>
        <source>There is no model {0}.</source>
        <translation>No hay ningún modelo {0}.</translation>
    </message>
    <message>
        <source>There is no profile “{0}” any more; “{1}” is used.</source>
        <translation>Ya no hay ningún perfil “{0}”; se usa “{1}”.</translation>
    </message>
    <message>
        <source>There is no profile “{0}”.</source>
        <translation>No hay ningún perfil “{0}”.</translation>
    </message>
    <message>
        <source>There is no room left for what is read from a document; everything stored so far is safe.</source>
        <translation>No queda sitio para lo que se lee de un documento; todo lo guardado hasta ahora está a salvo.</translation>
    </message>
    <message>
        <source>There is no room left to write to {path}; everything stored so far is safe.</source>
        <translation>No queda sitio para escribir en {path}; todo lo guardado hasta ahora está a salvo.</translation>
    </message>
    <message>
        <source>There is no {0} model in the catalogue.</source>
        <translation>No hay ningún modelo de {0} en el catálogo.</translation>
    </message>
    <message>
        <source>This Word file is older than Word 97; saved as .docx it can be read.</source>
        <translation>Este archivo de Word es anterior a Word 97; guardado como .docx se puede leer.</translation>
    </message>
    <message>
        <source>This answer was stored by another version of Carrel; its sources cannot be shown.</source>
        <translation>Esta respuesta la guardó otra versión de Carrel; sus fuentes no se pueden mostrar.</translation>
    </message>
    <message>
        <source>This file belongs to the system and is no document.</source>
        <translation>Este archivo es del sistema y no es un documento.</translation>
    </message>
    <message>
        <source>This file is online only: its content is not on this computer. Make it available offline.</source>
        <translation>Este archivo está solo en línea: su contenido no está en este equipo. Haz que esté disponible sin conexión.</translation>
    </message>
    <message>
        <source>This folder belongs to a program and holds no documents of yours.</source>
        <translation>Esta carpeta es de un programa y no contiene documentos tuyos.</translation>
    </message>
    <message>
        <source>This is a link to a file that is already among the files found.</source>
        <translation>Es un enlace a un archivo que ya está entre los encontrados.</translation>
    </message>
    <message>
        <source>This is a link to a folder that is already among the folders searched.</source>
        <translation>Es un enlace a una carpeta que ya está entre las recorridas.</translation>
    </message>
    <message>
        <source>This is a link to something that is no longer there.</source>
        <translation>Es un enlace a algo que ya no está.</translation>
    </message>
    <message>
        <source>This is a lock file that an open program left here, not a document.</source>
        <translation>Es un archivo de bloqueo que dejó un programa abierto, no un documento.</translation>
    </message>
    <message>
        <source>This is a temporary file of a program.</source>
        <translation>Es un archivo temporal de un programa.</translation>
    </message>
    <message>
        <source>This is an old Office file of a kind that is not supported.</source>
        <translation>Es un archivo antiguo de Office de un tipo que no se admite.</translation>
    </message>
    <message>
        <source>This is not a file that can be read.</source>
        <translation>No es un archivo que se pueda leer.</translation>
    </message>
    <message>
        <source>This model cannot be used</source>
        <translation>Este modelo no se puede usar</translation>
    </message>
    <message>
        <source>This needs a {0} model, and none has been chosen.</source>
        <translation>Esto necesita un modelo de {0}, y no se ha elegido ninguno.</translation>
    </message>
    <message>
        <source>This removal is too long ago to be undone.</source>
        <translation>Se quitó hace demasiado para poder deshacerlo.</translation>
    </message>
    <message>
        <source>This workbook is damaged or of a kind that cannot be read; saved as .xlsx it can be read.</source>
        <translation>Este libro de cálculo está dañado o es de un tipo que no se puede leer; guardado como .xlsx se puede leer.</translation>
    </message>
    <message>
        <source>Too few questions</source>
        <translation>Muy pocas preguntas</translation>
    </message>
    <message>
        <source>Too many files lie inside one another, so the rest was left out.</source>
        <translation>Hay demasiados archivos unos dentro de otros, así que el resto se ha omitido.</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>Escribe un nombre.</translation>
    </message>
    <message>
        <source>Type a question.</source>
        <translation>Escribe una pregunta.</translation>
    </message>
    <message>
        <source>Unknown collection</source>
        <translation>Colección desconocida</translation>
    </message>
    <message>
        <source>Unknown encoding</source>
        <translation>Codificación desconocida</translation>
    </message>
    <message>
        <source>Unknown model</source>
        <translation>Modelo desconocido</translation>
    </message>
    <message>
        <source>Unknown profile</source>
        <translation>Perfil desconocido</translation>
    </message>
    <message>
        <source>Unknown role</source>
        <translation>Función desconocida</translation>
    </message>
    <message>
        <source>Used: {0}.</source>
        <translation>Se usa: {0}.</translation>
    </message>
    <message>
        <source>Vector index</source>
        <translation>Índice de vectores</translation>
    </message>
    <message>
        <source>Vector index does not work</source>
        <translation>El índice de vectores no funciona</translation>
    </message>
    <message>
        <source>Vector search is missing</source>
        <translation>Falta la búsqueda por vectores</translation>
    </message>
    <message>
        <source>Wait a minute and try again, close other programs, or choose another model.</source>
        <translation>Espera un minuto e inténtalo de nuevo, cierra otros programas o elige otro modelo.</translation>
    </message>
    <message>
        <source>Wait until they are read, or pause that.</source>
        <translation>Espera a que se lean, o pausa la lectura.</translation>
    </message>
    <message>
        <source>What does “{0}” say about {1}?</source>
        <translation>¿Qué dice “{0}” sobre {1}?</translation>
    </message>
    <message>
        <source>What every document needs is its language.</source>
        <translation>Lo que todo documento necesita es su idioma.</translation>
    </message>
    <message>
        <source>What is in “{0}” follows the folder {1}.</source>
        <translation>Lo que hay en “{0}” sigue a la carpeta {1}.</translation>
    </message>
    <message>
        <source>What is “{0}” about?</source>
        <translation>¿De qué trata “{0}”?</translation>
    </message>
    <message>
        <source>Without the chat model no supposed answer was searched with.</source>
        <translation>Sin el modelo de chat no se ha buscado con una respuesta supuesta.</translation>
    </message>
    <message>
        <source>Writes English; too small for good answers, used by Carrel's own tests</source>
        <translation>Escribe en inglés; demasiado pequeño para buenas respuestas, lo usan las pruebas del propio Carrel</translation>
    </message>
    <message>
        <source>Writes answers in English, Spanish, Chinese and other large languages</source>
        <translation>Escribe respuestas en inglés, español, chino y otros idiomas grandes</translation>
    </message>
    <message>
        <source>Writing a supposed answer to search with</source>
        <translation>Escribiendo una respuesta supuesta con la que buscar</translation>
    </message>
    <message>
        <source>Wrong embedder</source>
        <translation>Modelo de significado equivocado</translation>
    </message>
    <message>
        <source>Wrong kind of model</source>
        <translation>Tipo de modelo equivocado</translation>
    </message>
    <message>
        <source>Yes, as far as these passages tell: they say so of both.</source>
        <translation>Sí, por lo que dicen estos pasajes: lo dicen de ambos.</translation>
    </message>
    <message>
        <source>Yes, as far as these passages tell: {0} for both.</source>
        <translation>Sí, por lo que dicen estos pasajes: {0} para ambos.</translation>
    </message>
    <message>
        <source>Your documents do not answer every part of the question.</source>
        <translation>Tus documentos no responden a todas las partes de la pregunta.</translation>
    </message>
    <message>
        <source>Your documents do not say.</source>
        <translation>Tus documentos no lo dicen.</translation>
    </message>
    <message>
        <source>Your documents speak of this, but no passage states the answer.</source>
        <translation>Tus documentos hablan de esto, pero ningún pasaje da la respuesta.</translation>
    </message>
    <message>
        <source>Your library is searched with the model in use.</source>
        <translation>En tu biblioteca se busca con el modelo en uso.</translation>
    </message>
    <message>
        <source>Your question names this document.</source>
        <translation>Tu pregunta nombra este documento.</translation>
    </message>
    <message>
        <source>sqlite-vec could not be loaded: {0}.</source>
        <translation>No se ha podido cargar sqlite-vec: {0}.</translation>
    </message>
    <message>
        <source>{0} None of them has the word “{1}”.</source>
        <translation>{0} Ninguno de ellos tiene la palabra “{1}”.</translation>
    </message>
    <message>
        <source>{0} answers: {1}</source>
        <translation>{0} responde: {1}</translation>
    </message>
    <message>
        <source>{0} are needed in {1} for {2}, and {3} are free.</source>
        <translation>Hacen falta {0} en {1} para {2}, y hay {3} libres.</translation>
    </message>
    <message>
        <source>{0} by meaning (cosine {1}).</source>
        <translation>{0} por significado (coseno {1}).</translation>
    </message>
    <message>
        <source>{0} by meaning of your question with a supposed answer.</source>
        <translation>{0} por el significado de tu pregunta con una respuesta supuesta.</translation>
    </message>
    <message>
        <source>{0} by the words it shares with your question (BM25 {1}).</source>
        <translation>{0} por las palabras que comparte con tu pregunta (BM25 {1}).</translation>
    </message>
    <message>
        <source>{0} can be written</source>
        <translation>Se puede escribir en {0}</translation>
    </message>
    <message>
        <source>{0} cannot be read. {1}</source>
        <translation>{0} no se puede leer. {1}</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} no se puede leer: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be stored</source>
        <translation>No se puede guardar {0}</translation>
    </message>
    <message>
        <source>{0} cannot tell a fitting text from another.</source>
        <translation>{0} no distingue un texto adecuado de otro.</translation>
    </message>
    <message>
        <source>{0} could not be fetched</source>
        <translation>No se ha podido obtener {0}</translation>
    </message>
    <message>
        <source>{0} could not be made: {1}.</source>
        <translation>No se ha podido crear {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} could not be read or written: {1}.</source>
        <translation>No se ha podido leer o escribir {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} could not be written: {1}.</source>
        <translation>No se ha podido escribir {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} could not compare the passages. {1}</source>
        <translation>{0} no ha podido comparar los pasajes. {1}</translation>
    </message>
    <message>
        <source>{0} damaged.</source>
        <translation>{0} con daños.</translation>
    </message>
    <message>
        <source>{0} document</source>
        <translation>{0} documento</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} documentos</translation>
    </message>
    <message>
        <source>{0} has the architecture “{1}”, which this version does not know.</source>
        <translation>{0} tiene la arquitectura “{1}”, que esta versión no conoce.</translation>
    </message>
    <message>
        <source>{0} has {1}.</source>
        <translation>{0} tiene {1}.</translation>
    </message>
    <message>
        <source>{0} holds no vocabulary.</source>
        <translation>{0} no contiene vocabulario.</translation>
    </message>
    <message>
        <source>{0} in the list by words, where named documents stand first.</source>
        <translation>{0} en la lista por palabras, donde van primero los documentos nombrados.</translation>
    </message>
    <message>
        <source>{0} is a database of another program.</source>
        <translation>{0} es una base de datos de otro programa.</translation>
    </message>
    <message>
        <source>{0} is a model for {1}.</source>
        <translation>{0} es un modelo de {1}.</translation>
    </message>
    <message>
        <source>{0} is another document of “{1}”.</source>
        <translation>{0} es otro documento de “{1}”.</translation>
    </message>
    <message>
        <source>{0} is empty.</source>
        <translation>{0} está vacío.</translation>
    </message>
    <message>
        <source>{0} is installed, {1} is needed.</source>
        <translation>Está instalado {0}, hace falta {1}.</translation>
    </message>
    <message>
        <source>{0} is larger than {1} kB.</source>
        <translation>{0} ocupa más de {1} kB.</translation>
    </message>
    <message>
        <source>{0} is meant for reranking but has no layer that makes a score.</source>
        <translation>{0} está pensado para reordenar, pero no tiene una capa que puntúe.</translation>
    </message>
    <message>
        <source>{0} is no file.</source>
        <translation>{0} no es un archivo.</translation>
    </message>
    <message>
        <source>{0} is no folder.</source>
        <translation>{0} no es una carpeta.</translation>
    </message>
    <message>
        <source>{0} is no longer at {1}.</source>
        <translation>{0} ya no está en {1}.</translation>
    </message>
    <message>
        <source>{0} is not a whole GGUF file ({1}).</source>
        <translation>{0} no es un archivo GGUF completo ({1}).</translation>
    </message>
    <message>
        <source>{0} is not on this machine.</source>
        <translation>{0} no está en este equipo.</translation>
    </message>
    <message>
        <source>{0} is not one of {1}.</source>
        <translation>{0} no es ninguno de {1}.</translation>
    </message>
    <message>
        <source>{0} is not the file that the catalogue describes.</source>
        <translation>{0} no es el archivo que describe el catálogo.</translation>
    </message>
    <message>
        <source>{0} is not there.</source>
        <translation>{0} no está ahí.</translation>
    </message>
    <message>
        <source>{0} is one of several files of a split model.</source>
        <translation>{0} es uno de los varios archivos de un modelo dividido.</translation>
    </message>
    <message>
        <source>{0} is only a part for another model ({1}).</source>
        <translation>{0} es solo una parte para otro modelo ({1}).</translation>
    </message>
    <message>
        <source>{0} is sound</source>
        <translation>{0} está sana</translation>
    </message>
    <message>
        <source>{0} is the library in use.</source>
        <translation>{0} es la biblioteca en uso.</translation>
    </message>
    <message>
        <source>{0} is there already.</source>
        <translation>{0} ya existe.</translation>
    </message>
    <message>
        <source>{0} lies on a network disk and is open in another Carrel.</source>
        <translation>{0} está en un disco de red y abierta en otro Carrel.</translation>
    </message>
    <message>
        <source>{0} missing or damaged.</source>
        <translation>{0} con partes que faltan o están dañadas.</translation>
    </message>
    <message>
        <source>{0} needs {1} GB in {2}, where {3} GB are left.</source>
        <translation>{0} necesita {1} GB en {2}, donde quedan {3} GB.</translation>
    </message>
    <message>
        <source>{0} needs {1} GB in {2}.</source>
        <translation>{0} necesita {1} GB en {2}.</translation>
    </message>
    <message>
        <source>{0} of {1} {2} “{3}”.</source>
        <translation>{0} de {1} {2} “{3}”.</translation>
    </message>
    <message>
        <source>{0} ranks an unrelated text first.</source>
        <translation>{0} pone primero un texto que no viene al caso.</translation>
    </message>
    <message>
        <source>{0} read only in part, because of too much text.</source>
        <translation>{0} con lectura parcial, por demasiado texto.</translation>
    </message>
    <message>
        <source>{0} read without the files embedded there.</source>
        <translation>{0} con lectura sin los archivos incrustados.</translation>
    </message>
    <message>
        <source>{0} was last used by a newer version of this program (its format is {1}, this program knows {2}). Nothing was changed.</source>
        <translation>{0} la usó por última vez una versión más nueva de este programa (su formato es {1}, este programa conoce {2}). No se ha cambiado nada.</translation>
    </message>
    <message>
        <source>{0} without readable text (only pictures).</source>
        <translation>{0} sin texto legible (solo imágenes).</translation>
    </message>
    <message>
        <source>{0} without readable text (text recognition is needed).</source>
        <translation>{0} sin texto legible (hace falta reconocimiento de texto).</translation>
    </message>
    <message>
        <source>{0} without readable text.</source>
        <translation>{0} sin texto legible.</translation>
    </message>
    <message>
        <source>{0} writes text but has no chat template, so it was not made for questions.</source>
        <translation>{0} escribe texto, pero no tiene plantilla de chat, así que no se hizo para preguntas.</translation>
    </message>
    <message>
        <source>{0} wrote nothing.</source>
        <translation>{0} no ha escrito nada.</translation>
    </message>
    <message>
        <source>{0}, imitated by the processor</source>
        <translation>{0}, imitado por el procesador</translation>
    </message>
    <message>
        <source>{0}, page {1} of {2}</source>
        <translation>{0}, página {1} de {2}</translation>
    </message>
    <message>
        <source>{0}, part {1} of {2}</source>
        <translation>{0}, parte {1} de {2}</translation>
    </message>
    <message>
        <source>{0}, {1} of memory</source>
        <translation>{0}, {1} de memoria</translation>
    </message>
    <message>
        <source>{0}, {1} shared with the processor</source>
        <translation>{0}, {1} compartidos con el procesador</translation>
    </message>
    <message>
        <source>{0}, {1}, adds {2} to the score.</source>
        <translation>{0}, {1}, suma {2} a la puntuación.</translation>
    </message>
    <message>
        <source>{0}. {1} ({2} characters): {3}</source>
        <translation>{0}. {1} ({2} caracteres): {3}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} for a fitting text, {2} for another</source>
        <translation>{0}: {1} para un texto adecuado, {2} para otro</translation>
    </message>
    <message>
        <source>{0}: {1} for a related text, {2} for an unrelated one</source>
        <translation>{0}: {1} para un texto relacionado, {2} para uno que no lo está</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}: {1}.</translation>
    </message>
    <message>
        <source>{n} document has “{0}”.</source>
        <translation>{n} documento contiene “{0}”.</translation>
    </message>
    <message>
        <source>{n} documents have “{0}”.</source>
        <translation>{n} documentos contienen “{0}”.</translation>
    </message>
    <message>
        <source>{n} documents have “{0}”; shown are {n2} of them.</source>
        <translation>{n} documentos contienen “{0}”; se muestran {n2}.</translation>
    </message>
    <message>
        <source>{n} of {n2} document has “{0}”.</source>
        <translation>{n} de {n2} documento contiene “{0}”.</translation>
    </message>
    <message>
        <source>{n} of {n2} document have “{0}”.</source>
        <translation>{n} de {n2} documento contiene “{0}”.</translation>
    </message>
    <message>
        <source>{n} of {n2} documents has “{0}”.</source>
        <translation>{n} de {n2} documentos contiene “{0}”.</translation>
    </message>
    <message>
        <source>{n} of {n2} documents have “{0}”.</source>
        <translation>{n} de {n2} documentos contienen “{0}”.</translation>
    </message>
    <message>
        <source>{path} could not be opened or created.</source>
        <translation>No se ha podido abrir o crear {path}.</translation>
    </message>
    <message>
        <source>{path} is not a library file, or it is damaged beyond reading.</source>
        <translation>{path} no es un archivo de biblioteca, o está tan dañado que no se puede leer.</translation>
    </message>
    <message>
        <source>{path} or its folder is read-only.</source>
        <translation>{path} o su carpeta son de solo lectura.</translation>
    </message>
    <message>
        <source>“{0}” could not run the language models, so they run on the processor.</source>
        <translation>“{0}” no ha podido usar los modelos de lenguaje, así que se usan en el procesador.</translation>
    </message>
    <message>
        <source>“{0}” could not run the language models, so they run on “{1}”.</source>
        <translation>“{0}” no ha podido usar los modelos de lenguaje, así que se usan en “{1}”.</translation>
    </message>
    <message>
        <source>“{0}” could not run the language models; the processor is used.</source>
        <translation>“{0}” no pudo con los modelos de lenguaje; se usa el procesador.</translation>
    </message>
    <message>
        <source>“{0}” could not run the language models; “{1}” is used.</source>
        <translation>“{0}” no pudo con los modelos de lenguaje; se usa “{1}”.</translation>
    </message>
    <message>
        <source>“{0}” ended its process {1} times within a minute.</source>
        <translation>“{0}” ha terminado su proceso {1} veces en un minuto.</translation>
    </message>
    <message>
        <source>“{0}” ended unexpectedly while it was working.</source>
        <translation>“{0}” ha terminado de forma inesperada mientras trabajaba.</translation>
    </message>
    <message>
        <source>“{0}” has {1} free, too little for the models.</source>
        <translation>“{0}” tiene {1} libres, demasiado poco para los modelos.</translation>
    </message>
    <message>
        <source>“{0}” is damaged, is not a model this version can run, or needs more memory than is free.</source>
        <translation>“{0}” está dañado, no es un modelo que esta versión pueda usar o necesita más memoria de la que hay libre.</translation>
    </message>
    <message>
        <source>“{0}” is not in {1}.</source>
        <translation>“{0}” no está en {1}.</translation>
    </message>
    <message>
        <source>“{0}” watches {1}, and one of the two lies inside the other.</source>
        <translation>“{0}” vigila {1}, y una de las dos está dentro de la otra.</translation>
    </message>
    <message>
        <source>“{0}”, counted from the date of the document, {1}, is {2}.</source>
        <translation>“{0}”, contado desde la fecha del documento, {1}, es {2}.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Also used when the system asks for it.</source>
        <translation>También se usa cuando lo pide el sistema.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Respuestas</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aspecto</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Carrel works on this computer alone. Your documents, your questions and the answers are never sent anywhere: there is no account, no measuring of use and no look for updates.</source>
        <translation>Carrel trabaja solo en este equipo. Tus documentos, tus preguntas y las respuestas nunca se envían a ninguna parte: no hay cuenta, ni medición de uso, ni búsqueda de actualizaciones.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contraste</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Alto contraste</translation>
    </message>
    <message>
        <source>In {0}, one or two seconds a page. For documents added before, choose “Read again”.</source>
        <translation>En {0}, uno o dos segundos por página. Para los documentos añadidos antes, elige “Leer de nuevo”.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Models run on</source>
        <translation>Los modelos funcionan en</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Rendimiento</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Hilos del procesador</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Perfil</translation>
    </message>
    <message>
        <source>Read text in pictures and scans</source>
        <translation>Leer el texto de imágenes y escaneos</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>Takes effect when Carrel starts again.</source>
        <translation>Surte efecto al volver a abrir Carrel.</translation>
    </message>
    <message>
        <source>The one use of the network is fetching a model file, only when you press Get, from the address shown beside it.</source>
        <translation>La red se usa solo para obtener un archivo de modelo, y solo cuando pulsas Obtener, desde la dirección que se muestra al lado.</translation>
    </message>
    <message>
        <source>The pack for this is not installed; pages without text are named as such.</source>
        <translation>El complemento para esto no está instalado; las páginas sin texto se indican como tales.</translation>
    </message>
    <message>
        <source>Without it answers are quotations only, which is quicker and needs less memory.</source>
        <translation>Sin él las respuestas son solo citas, que es más rápido y necesita menos memoria.</translation>
    </message>
    <message>
        <source>Word answers with the chat model</source>
        <translation>Redactar las respuestas con el modelo de chat</translation>
    </message>
    <message>
        <source>Your documents stay where they are. The library file keeps their text, so that answers can be found and quoted; whoever can read that file can read the text. Removing a document takes its text out of the library.</source>
        <translation>Tus documentos se quedan donde están. El archivo de la biblioteca guarda su texto para poder encontrar y citar respuestas; quien pueda leer ese archivo puede leer el texto. Al quitar un documento, su texto sale de la biblioteca.</translation>
    </message>
</context>
<context>
    <name>SidePanes</name>
    <message>
        <source>According to “{title}”: {question}</source>
        <translation>Según “{title}”: {question}</translation>
    </message>
    <message>
        <source>Cited</source>
        <translation>Citados</translation>
    </message>
    <message>
        <source>Maybe try</source>
        <translation>Quizá probar</translation>
    </message>
    <message>
        <source>No other titles to suggest.</source>
        <translation>No hay otros títulos que sugerir.</translation>
    </message>
    <message>
        <source>Nothing else is near to this question.</source>
        <translation>No hay nada más cerca de esta pregunta.</translation>
    </message>
    <message>
        <source>Nothing is cited.</source>
        <translation>No se cita nada.</translation>
    </message>
    <message>
        <source>Passages near to your question appear here.</source>
        <translation>Aquí aparecen los pasajes cercanos a tu pregunta.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Relacionados</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Fuentes</translation>
    </message>
    <message>
        <source>Support in your documents: {band}</source>
        <translation>Respaldo en tus documentos: {band}</translation>
    </message>
    <message>
        <source>The sources of an answer appear here.</source>
        <translation>Aquí aparecen las fuentes de una respuesta.</translation>
    </message>
    <message>
        <source>The sources will stand here once the answer has been checked.</source>
        <translation>Las fuentes aparecerán aquí cuando se haya comprobado la respuesta.</translation>
    </message>
    <message>
        <source>There is no answer, so nothing is cited.</source>
        <translation>No hay respuesta, así que no se cita nada.</translation>
    </message>
    <message>
        <source>When your documents do not answer, titles to try appear here.</source>
        <translation>Cuando tus documentos no responden, aquí aparecen títulos que probar.</translation>
    </message>
    <message>
        <source>fair</source>
        <translation>aceptable</translation>
    </message>
    <message>
        <source>strong</source>
        <translation>sólido</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>débil</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>All documents have been read.</source>
        <translation>Se han leído todos los documentos.</translation>
    </message>
    <message>
        <source>Answers: {0}
Finding by meaning: {1}</source>
        <translation>Respuestas: {0}
Búsqueda por significado: {1}</translation>
    </message>
    <message>
        <source>Cancel indexing</source>
        <translation>Cancelar la indexación</translation>
    </message>
    <message>
        <source>Cancel: take what is not read yet out of the queue</source>
        <translation>Cancelar: sacar de la cola lo que aún no se ha leído</translation>
    </message>
    <message>
        <source>Indexing progress</source>
        <translation>Progreso de la indexación</translation>
    </message>
    <message>
        <source>Learning the meaning of</source>
        <translation>Aprendiendo el significado de</translation>
    </message>
    <message>
        <source>Models and settings</source>
        <translation>Modelos y ajustes</translation>
    </message>
    <message>
        <source>Models and settings: {0}</source>
        <translation>Modelos y ajustes: {0}</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Pausar la indexación</translation>
    </message>
    <message>
        <source>Paused. Nothing is lost; what is read can be searched.</source>
        <translation>En pausa. No se pierde nada; lo ya leído se puede buscar.</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Preparando</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>Resume indexing</source>
        <translation>Reanudar la indexación</translation>
    </message>
    <message>
        <source>Summarising</source>
        <translation>Resumiendo</translation>
    </message>
    <message>
        <source>no chat model, answers quote</source>
        <translation>sin modelo de chat, las respuestas citan</translation>
    </message>
    <message>
        <source>none, by words only</source>
        <translation>ninguno, solo por palabras</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>faltan {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
    <message>
        <source>{0} on {1}</source>
        <translation>{0} en {1}</translation>
    </message>
</context>
<context>
    <name>StepsLine</name>
    <message>
        <source>Show the steps to this answer</source>
        <translation>Mostrar los pasos hasta esta respuesta</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Parar (Esc)</translation>
    </message>
    <message>
        <source>Working on the answer</source>
        <translation>Trabajando en la respuesta</translation>
    </message>
</context>
<context>
    <name>SummaryChoice</name>
    <message>
        <source>Always</source>
        <translation>Siempre</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>That takes about {0}.</source>
        <translation>Eso tarda más o menos {0}.</translation>
    </message>
    <message>
        <source>The chat model writes them while nothing else is being done. They help to find documents and are never quoted; until then the first sentences of a document stand in.</source>
        <translation>El modelo de chat los escribe mientras no se hace nada más. Ayudan a encontrar documentos y nunca se citan; hasta entonces sirven las primeras frases de cada documento.</translation>
    </message>
    <message>
        <source>When it takes an hour at most</source>
        <translation>Si tarda una hora como mucho</translation>
    </message>
    <message>
        <source>Write summaries of long documents</source>
        <translation>Escribir resúmenes de los documentos largos</translation>
    </message>
    <message>
        <source>{written} written, {waiting} to be written.</source>
        <translation>{written} escritos, {waiting} por escribir.</translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text of the document</source>
        <translation>Texto del documento</translation>
    </message>
</context>
<context>
    <name>TitleRow</name>
    <message>
        <source>Open {title}</source>
        <translation>Abrir {title}</translation>
    </message>
    <message>
        <source>file missing</source>
        <translation>falta el archivo</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Answer being formed, not checked yet</source>
        <translation>Respuesta en formación, sin comprobar aún</translation>
    </message>
    <message>
        <source>Copy with sources</source>
        <translation>Copiar con las fuentes</translation>
    </message>
    <message>
        <source>Let the chat model read on in the likeliest documents; takes a minute</source>
        <translation>Deja que el modelo de chat siga leyendo en los documentos más probables; tarda un minuto</translation>
    </message>
    <message>
        <source>Looking through your documents</source>
        <translation>Buscando en tus documentos</translation>
    </message>
    <message>
        <source>Question: {question}</source>
        <translation>Pregunta: {question}</translation>
    </message>
    <message>
        <source>Read further</source>
        <translation>Seguir leyendo</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Detenido.</translation>
    </message>
    <message>
        <source>Stopped. These words were not checked against your documents.</source>
        <translation>Detenido. Estas palabras no se han comprobado con tus documentos.</translation>
    </message>
    <message>
        <source>This answer was interrupted. It has not been checked to its end.</source>
        <translation>Esta respuesta se interrumpió. No se ha comprobado hasta el final.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Intentar de nuevo</translation>
    </message>
    <message>
        <source>Worded by {model}, checked by Carrel</source>
        <translation>Redactado por {model}, comprobado por Carrel</translation>
    </message>
</context>
<context>
    <name>UnreadCount</name>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>{0} of {1} could not be read.</source>
        <translation>No se pudieron leer {0} de {1}.</translation>
    </message>
</context>
<context>
    <name>UnreadPage</name>
    <message>
        <source>Details...</source>
        <translation>Detalles...</translation>
    </message>
    <message>
        <source>Enter password...</source>
        <translation>Escribir la contraseña...</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Abrir el original</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Leer de nuevo</translation>
    </message>
</context>
<context>
    <name>WatchController</name>
    <message>
        <source>Bring back</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>{0} are back, without their files.</source>
        <translation>De vuelta, sin sus archivos: {0}.</translation>
    </message>
    <message>
        <source>{0} cannot be reached. Its {1} stay in the library and can be searched; nothing is read again when it is back.</source>
        <translation>No se llega a {0}. Lo suyo ({1}) sigue en la biblioteca y se puede buscar; no se leerá de nuevo cuando vuelva.</translation>
    </message>
    <message>
        <source>{0} deleted from {1} left the library.</source>
        <translation>Borrados de {1}, salen de la biblioteca: {0}.</translation>
    </message>
    <message>
        <source>{0} is back, with {1}.</source>
        <translation>{0} está de vuelta, con {1}.</translation>
    </message>
</context>
<context>
    <name>WatchLine</name>
    <message numerus="yes">
        <source>%Ln changes being read</source>
        <translation>
            <numerusform>%Ln cambio en lectura</numerusform>
            <numerusform>%Ln cambios en lectura</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes in {0} will no longer be followed. The documents stay in “{1}”, and the files stay where they are.</source>
        <translation>Ya no se seguirán los cambios de {0}. Los documentos se quedan en “{1}”, y los archivos, donde están.</translation>
    </message>
    <message>
        <source>Offline: {0}</source>
        <translation>Sin conexión: {0}</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>Dejar de vigilar</translation>
    </message>
    <message>
        <source>Stop watching the folder?</source>
        <translation>¿Dejar de vigilar la carpeta?</translation>
    </message>
    <message>
        <source>Stop watching...</source>
        <translation>Dejar de vigilar...</translation>
    </message>
    <message>
        <source>Watched folder</source>
        <translation>Carpeta vigilada</translation>
    </message>
    <message>
        <source>Watching {0}</source>
        <translation>Vigilando {0}</translation>
    </message>
    <message>
        <source>What is left out...</source>
        <translation>Lo que se omite...</translation>
    </message>
</context>
<context>
    <name>WhyFold</name>
    <message>
        <source>Why here?</source>
        <translation>¿Por qué aquí?</translation>
    </message>
    <message>
        <source>Why this passage of {title}</source>
        <translation>Por qué este pasaje de {title}</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation>
            <numerusform>%Ln documento</numerusform>
            <numerusform>%Ln documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln archivo</numerusform>
            <numerusform>%Ln archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hours</source>
        <translation>
            <numerusform>%Ln hora</numerusform>
            <numerusform>%Ln horas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minutes</source>
        <translation>
            <numerusform>%Ln minuto</numerusform>
            <numerusform>%Ln minutos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln página</numerusform>
            <numerusform>%Ln páginas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation>
            <numerusform>%Ln pasaje</numerusform>
            <numerusform>%Ln pasajes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln paso</numerusform>
            <numerusform>%Ln pasos</numerusform>
        </translation>
    </message>
    <message>
        <source>And {0} more.</source>
        <translation>Y {0} más.</translation>
    </message>
    <message>
        <source>Being read now.</source>
        <translation>Se está leyendo ahora.</translation>
    </message>
    <message>
        <source>Found by its words; finding by meaning follows.</source>
        <translation>Se encuentra por sus palabras; la búsqueda por significado llegará después.</translation>
    </message>
    <message>
        <source>Found by words and by meaning.</source>
        <translation>Se encuentra por sus palabras y por su significado.</translation>
    </message>
    <message>
        <source>It needs its password.</source>
        <translation>Necesita su contraseña.</translation>
    </message>
    <message>
        <source>Its file cannot be reached; its text can be searched.</source>
        <translation>No se llega a su archivo; su texto se puede buscar.</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Bloqueado</translation>
    </message>
    <message>
        <source>My documents</source>
        <translation>Mis documentos</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>No leído</translation>
    </message>
    <message>
        <source>Nothing of it can be found.</source>
        <translation>No se puede encontrar nada de él.</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>Partly read</source>
        <translation>Leído en parte</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Same content as another document</source>
        <translation>Mismo contenido que otro documento</translation>
    </message>
    <message>
        <source>Some parts could not be read.</source>
        <translation>Algunas partes no se han podido leer.</translation>
    </message>
    <message>
        <source>Text ready</source>
        <translation>Texto listo</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Waiting to be read.</source>
        <translation>Espera a ser leído.</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>menos de un minuto</translation>
    </message>
</context>
<context>
    <name>_Popup</name>
    <message>
        <source>Headings</source>
        <translation>Títulos</translation>
    </message>
</context>
<context>
    <name>encodings</name>
    <message>
        <source>American (DOS)</source>
        <translation>Americano (DOS)</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Árabe</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Báltico</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Centroeuropeo</translation>
    </message>
    <message>
        <source>Chinese, simplified</source>
        <translation>Chino simplificado</translation>
    </message>
    <message>
        <source>Chinese, traditional</source>
        <translation>Chino tradicional</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Cirílico</translation>
    </message>
    <message>
        <source>Find out by itself</source>
        <translation>Detectarla automáticamente</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griego</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebreo</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonés</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coreano</translation>
    </message>
    <message>
        <source>Mainframe</source>
        <translation>Mainframe</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Tailandés</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turco</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamita</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>Europeo occidental</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>Choose another place or check the free space.</source>
        <translation>Elige otro lugar o comprueba el espacio libre.</translation>
    </message>
    <message>
        <source>Closest, but does not answer this</source>
        <translation>Lo más cercano, pero no responde a esto</translation>
    </message>
    <message>
        <source>In the documents' own words</source>
        <translation>Con las palabras de los documentos</translation>
    </message>
    <message>
        <source>In the documents' own words:</source>
        <translation>Con las palabras de los documentos:</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>No se ha exportado</translation>
    </message>
    <message>
        <source>Searched for: {question}</source>
        <translation>Se buscó: {question}</translation>
    </message>
    <message>
        <source>Sentences without a number are not supported by the documents.</source>
        <translation>Las frases sin número no están respaldadas por los documentos.</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Fuentes</translation>
    </message>
    <message>
        <source>This answer was interrupted.</source>
        <translation>Esta respuesta se interrumpió.</translation>
    </message>
    <message>
        <source>not supported by the documents</source>
        <translation>sin respaldo en los documentos</translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}.</source>
        <translation>No se ha podido escribir {path}: {reason}.</translation>
    </message>
</context>
</TS>
